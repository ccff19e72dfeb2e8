import { keyState } from '../../domain/api-key-validity.ts';
import type { Readiness } from '../../domain/readiness.ts';
import type { AdAccountSpec } from '../../schema/adaccount.ts';
import type { ApiKeySpec } from '../../schema/apikey.ts';

/** Returns whether requests with an API key are served. `account` is undefined if the account does not exist. */
export function keyReadiness(
  spec: Pick<ApiKeySpec, 'revoked' | 'expiresAt'>,
  account: Pick<AdAccountSpec, 'active'> | undefined,
  now: Date,
): Readiness {
  const state = keyState(spec, now);
  if (state === 'revoked') return stalled('Revoked', 'The key is revoked: requests with it get 401.');
  if (state === 'expired') return stalled('Expired', 'The key has expired: requests with it get 401.');
  if (account === undefined) {
    const message = 'The account of the key does not exist. Until it does, requests with the key get 401.';
    return { isReady: false, isStalled: false, reason: 'AccountNotFound', message };
  }
  if (!account.active)
    return stalled('AccountDeactivated', 'The account of the key is deactivated: requests with the key get 403.');
  return { isReady: true, isStalled: false, reason: 'Valid', message: 'Requests with the key are served.' };
}

function stalled(reason: string, message: string): Readiness {
  return { isReady: false, isStalled: true, reason, message };
}
