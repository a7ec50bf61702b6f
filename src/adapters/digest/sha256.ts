import { hash } from 'node:crypto';
import type { Digest } from '../../domain/ports/dataset-digest.ts';

export const sha256: Digest = (text) => hash('sha256', text, 'hex');
