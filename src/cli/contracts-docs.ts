import { readDocument, withStates, writeDocument } from './provider-states/document.ts';

/** `npm run contracts:docs`: writes the catalogue of provider states into docs/contracts.md. */
writeDocument(withStates(readDocument()));
