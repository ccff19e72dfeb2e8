import { z } from 'zod';
import type { StoredObject } from '../store/port.ts';
import { count, ObjectRef, Timestamp, words } from './resource-parts.ts';
import { ruled } from './rule.ts';

const SecretHash = ruled(z.string(), {
  type: 'bad_format',
  msg: 'Give a SHA-256 as 64 lower-case hexadecimal digits.',
  holds: (text) => /^[0-9a-f]{64}$/.test(text),
  crd: { pattern: '^[0-9a-f]{64}$', maxLength: 64 },
});

/** Requests per minute; absent means the installation's default. */
export const KeyLimits = z.strictObject({
  imageCreatesPerMinute: count(10_000).min(1).optional(),
  videoCreatesPerMinute: count(10).min(1).optional(),
  jobReadsPerMinute: count(1_000_000).min(1).optional(),
});
export type KeyLimits = z.infer<typeof KeyLimits>;

/** A key without its secret: the SHA-256 alone is kept. */
export const ApiKeySpec = z.strictObject({
  accountRef: ObjectRef.describe('The AdAccount that pays for what the key creates.'),
  secretHash: SecretHash.describe('SHA-256 of the whole key, lower-case hexadecimal.'),
  hint: words(64).optional().describe('Prefix and last four characters, so that a person can tell keys apart.'),
  previousSecretHash: SecretHash.optional().describe('The secret before a rotation.'),
  previousExpiresAt: Timestamp.optional().describe('Until when the secret before a rotation is still taken.'),
  expiresAt: Timestamp.optional().describe('From when the key is refused.'),
  revoked: z.boolean().default(false).describe('True: the key is refused.'),
  limits: KeyLimits.optional().describe("Requests per minute, where they differ from the installation's."),
});
export type ApiKeySpec = z.infer<typeof ApiKeySpec>;

/** `lastUsedTime` is coarse. */
export const ApiKeyStatus = z.object({ lastUsedTime: Timestamp.optional() });
export type ApiKeyStatus = z.infer<typeof ApiKeyStatus>;

export type ApiKey = StoredObject<ApiKeySpec, ApiKeyStatus>;
