import { z } from 'zod';
import type { StoredObject } from '../store/port.ts';
import { ObjectRef, Timestamp } from './resource-parts.ts';

const SecretHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Requests per minute; absent means the installation's default. */
export const KeyLimits = z.strictObject({
  imageCreatesPerMinute: z.number().int().min(1).max(10_000).optional(),
  videoCreatesPerMinute: z.number().int().min(1).max(10).optional(),
  jobReadsPerMinute: z.number().int().min(1).max(1_000_000).optional(),
});
export type KeyLimits = z.infer<typeof KeyLimits>;

/** A key without its secret: the SHA-256 (lower-case hex) alone is kept. */
export const ApiKeySpec = z.strictObject({
  accountRef: ObjectRef,
  secretHash: SecretHash,
  /** Prefix and last four characters, so that a person can tell keys apart. */
  hint: z.string().optional(),
  /** The secret before a rotation, valid until `previousExpiresAt`. */
  previousSecretHash: SecretHash.optional(),
  previousExpiresAt: Timestamp.optional(),
  expiresAt: Timestamp.optional(),
  revoked: z.boolean().default(false),
  limits: KeyLimits.optional(),
});
export type ApiKeySpec = z.infer<typeof ApiKeySpec>;

/** `lastUsedTime` is coarse. */
export const ApiKeyStatus = z.object({ lastUsedTime: Timestamp.optional() });
export type ApiKeyStatus = z.infer<typeof ApiKeyStatus>;

export type ApiKey = StoredObject<ApiKeySpec, ApiKeyStatus>;
