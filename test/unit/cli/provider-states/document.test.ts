import { expect, test } from '@jest/globals';
import { PROVIDER_STATES } from '../../../../src/cli/provider-states/catalogue.ts';
import {
  readDocument,
  statesSection,
  withStates,
} from '../../../../src/cli/provider-states/document.ts';

test('docs/contracts.md holds the catalogue as it stands in code', () => {
  expect(readDocument()).toBe(withStates(readDocument()));
});

test('every state is told, and every parameter with its kind', () => {
  const section = statesSection();
  for (const { name } of PROVIDER_STATES) expect(section).toContain(`- **${name}**: `);
  expect(section).toContain('  - `updatedAt`: the day of the last update, `YYYY-MM-DD`');
});

test('a document without a place for it is refused', () => {
  expect(() => withStates('# Contracts')).toThrow('docs/contracts.md has no line');
});
