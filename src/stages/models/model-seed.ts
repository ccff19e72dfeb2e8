import { createHash } from 'node:crypto';

/** Returns a seed for a model that depends on the text alone: 31 bits. */
export const seedOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() >>> 1;
