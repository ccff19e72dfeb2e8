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

/** Of a key in a minute; no setting lifts it. */
export const videoCreatesMax = 10;

export const KeyLimits = z.strictObject({
  imageCreatesPerMinute: count(10_000).min(1).optional().describe('Image creates.'),
  videoCreatesPerMinute: count(videoCreatesMax)
    .min(1)
    .optional()
    .describe(`Video creates; never more than ${videoCreatesMax}.`),
  jobReadsPerMinute: count(1_000_000).min(1).optional().describe('All other calls.'),
});
export type KeyLimits = z.infer<typeof KeyLimits>;

/** Of an installation: what a key may ask for in a minute, where it has no limits of its own. */
export type WindowDefaults = Record<keyof KeyLimits, number>;

/** Where the installation says nothing else. */
export const windowDefaults: WindowDefaults = {
  imageCreatesPerMinute: 10,
  videoCreatesPerMinute: videoCreatesMax,
  jobReadsPerMinute: 120,
};

export const ApiKeySpec = z
  .strictObject({
    accountRef: ObjectRef.describe('The AdAccount that pays for what the key creates.'),
    secretHash: SecretHash.describe('SHA-256 of the whole key, lower-case hexadecimal.'),
    hint: words(64).optional().describe('Prefix and last four characters, so that a person can tell keys apart.'),
    previousSecretHash: SecretHash.optional().describe('The secret before a rotation.'),
    previousExpiresAt: Timestamp.optional().describe('Until when the secret before a rotation is still taken.'),
    expiresAt: Timestamp.optional().describe('From when the key is refused.'),
    revoked: z.boolean().default(false).describe('True: the key is refused.'),
    limits: KeyLimits.optional().describe("Requests per minute, where they differ from the installation's."),
  })
  .describe('A key without its secret: of that, the SHA-256 alone is kept.');
export type ApiKeySpec = z.infer<typeof ApiKeySpec>;

export const ApiKeyStatus = z
  .object({ lastUsedTime: Timestamp.optional().describe('Not to the minute.') })
  .describe('Written by the service.');
export type ApiKeyStatus = z.infer<typeof ApiKeyStatus>;

export type ApiKey = StoredObject<ApiKeySpec, ApiKeyStatus>;
