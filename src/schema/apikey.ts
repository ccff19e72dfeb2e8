import { z } from 'zod';
import { rateWindows } from '../ads/known-types.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { Conditions, count, ObjectRef, ObservedGeneration, Timestamp, words } from './resource-parts.ts';
import { ruled } from './rule.ts';

const SecretHash = ruled(z.string(), {
  type: 'bad_format',
  msg: 'Give a SHA-256 as 64 lower-case hexadecimal digits.',
  holds: (text) => /^[0-9a-f]{64}$/.test(text),
  crd: { pattern: '^[0-9a-f]{64}$', maxLength: 64 },
});

export const KeyLimits = z.strictObject(
  Object.fromEntries(
    rateWindows.map(({ limit, requests, max, isStrict }) => [
      limit,
      count(max)
        .min(1)
        .optional()
        .describe(
          `Maximum number of ${requests.replace('requests', 'requests per minute')}${isStrict ? `; at most ${max}` : ''}.`,
        ),
    ]),
  ),
);
export type KeyLimits = z.infer<typeof KeyLimits>;

/**
 * Default rate limits, in requests per minute, for API keys that have no limits of their own. The settings of the
 * installation define them.
 */
export type WindowDefaults = Readonly<Record<string, number>>;

export const windowDefaults: WindowDefaults = Object.fromEntries(
  rateWindows.map(({ limit, perMinute }) => [limit, perMinute]),
);

export const ApiKeySpec = z
  .strictObject({
    accountRef: ObjectRef.describe('The AdAccount that pays for the jobs of this key, in the same namespace.'),
    secretHash: SecretHash.describe('SHA-256 of the whole key, lower-case hexadecimal.'),
    hint: words(64).optional().describe('Prefix and last four characters of the key, for people.'),
    previousSecretHash: SecretHash.optional().describe('SHA-256 of the key before the last rotation.'),
    previousExpiresAt: Timestamp.optional().describe('End of the validity of the key before the last rotation.'),
    expiresAt: Timestamp.optional().describe('Time from which the key is refused.'),
    revoked: z.boolean().default(false).describe('True: the key is refused.'),
    limits: KeyLimits.optional().describe("Limits that override the installation's."),
  })
  .describe('An API key. Only the SHA-256 of its secret is stored.');
export type ApiKeySpec = z.infer<typeof ApiKeySpec>;

export const ApiKeyStatus = z
  .object({
    lastUsedTime: Timestamp.optional().describe(
      'Approximate time of the last use; the API writes it at most once an hour.',
    ),
    observedGeneration: ObservedGeneration,
    conditions: Conditions.optional().describe(
      'Ready: requests with the key are served; its reason is Valid, Revoked, Expired, AccountNotFound or AccountDeactivated. Stalled: the key is refused until it or its account is changed.',
    ),
  })
  .describe('State of the key, written by the controller, and its last use, written by the API.');
export type ApiKeyStatus = z.infer<typeof ApiKeyStatus>;

export type ApiKey = StoredObject<ApiKeySpec, ApiKeyStatus>;
