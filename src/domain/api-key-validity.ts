import { timingSafeEqual } from 'node:crypto';
import type { ApiKeySpec } from '../schema/apikey.ts';

/**
 * Whether a secret with this hash opens the key now: its present secret, or the one before a rotation as long as the
 * overlap lasts, of a key that is neither revoked nor expired. An end is exclusive: at that very instant it is over.
 */
export function isOpenedBy(spec: ApiKeySpec, secretHash: string, now: Date): boolean {
  if (spec.revoked || isOver(spec.expiresAt, now)) return false;
  if (isSame(spec.secretHash, secretHash)) return true;
  return (
    isSame(spec.previousSecretHash, secretHash) &&
    spec.previousExpiresAt !== undefined &&
    !isOver(spec.previousExpiresAt, now)
  );
}

/** An end that cannot be read counts as over. */
function isOver(end: string | undefined, now: Date): boolean {
  return end !== undefined && !(now.getTime() < Date.parse(end));
}

/** In constant time, so that nothing is learned from how long a refusal takes. */
function isSame(known: string | undefined, given: string): boolean {
  if (known?.length !== given.length) return false;
  return timingSafeEqual(Buffer.from(known), Buffer.from(given));
}
