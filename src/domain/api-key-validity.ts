import { timingSafeEqual } from 'node:crypto';
import type { ApiKeySpec } from '../schema/apikey.ts';

/**
 * Reports whether a secret with this hash gives access with this API key now. The key must be
 * neither revoked nor expired, and the hash must be that of the current secret, or of the previous
 * secret while it stays valid after a rotation. At the exact time of expiry, a key or secret is
 * already invalid.
 */
export function isOpenedBy(spec: ApiKeySpec, secretHash: string, now: Date): boolean {
  if (keyState(spec, now) !== 'valid') return false;
  if (isSame(spec.secretHash, secretHash)) return true;
  return (
    isSame(spec.previousSecretHash, secretHash) &&
    spec.previousExpiresAt !== undefined &&
    !isOver(spec.previousExpiresAt, now)
  );
}

export type KeyState = 'valid' | 'expired' | 'revoked';

/** Returns the state of an API key. Only the secret of a valid key gives access. */
export function keyState({ revoked, expiresAt }: Pick<ApiKeySpec, 'revoked' | 'expiresAt'>, now: Date): KeyState {
  if (revoked) return 'revoked';
  return isOver(expiresAt, now) ? 'expired' : 'valid';
}

/** Reports whether an expiry time is over. A malformed time counts as over, so that it never extends access. */
function isOver(end: string | undefined, now: Date): boolean {
  return end !== undefined && !(now.getTime() < Date.parse(end));
}

/** Compares two hashes in constant time, so that response times reveal nothing about the stored hash. */
function isSame(known: string | undefined, given: string): boolean {
  if (known?.length !== given.length) return false;
  return timingSafeEqual(Buffer.from(known), Buffer.from(given));
}
