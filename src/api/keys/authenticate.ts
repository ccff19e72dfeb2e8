import type { IncomingMessage } from 'node:http';
import { isOpenedBy } from '../../domain/api-key-validity.ts';
import { checkApiKey, hashApiKey } from '../../domain/api-key.ts';
import { problem } from '../../http/answer.ts';
import type { Identified } from '../../http/serve.ts';
import type { ApiDeps } from '../deps.ts';
import type { Caller, KnownKey } from './callers.ts';

/**
 * Response to a request without a valid API key. It does not reveal the reason (missing, unknown, revoked or expired
 * key), because this would help an attacker.
 */
const unauthorized: Identified<Caller> = {
  kind: 'refused',
  answer: problem('unauthorized', { headers: { 'WWW-Authenticate': 'ApiKey realm="adwright"' } }),
};
const deactivated: Identified<Caller> = { kind: 'refused', answer: problem('account_deactivated') };

/**
 * Identifies the caller by the `X-API-Key` header. The response is 401 unless the request has exactly one such header,
 * with a valid key of an existing account, and 403 if the account is deactivated.
 */
export async function authenticate(
  request: IncomingMessage,
  { keys, keyUses, clock }: Pick<ApiDeps, 'keys' | 'keyUses' | 'clock'>,
): Promise<Identified<Caller>> {
  const secret = onlyKey(request);
  const hash = secret === undefined ? undefined : hashApiKey(secret);
  const known = hash === undefined ? undefined : await keys.find(hash);
  if (hash === undefined || known === undefined || !isOpenedBy(known.key.spec, hash, clock.now())) return unauthorized;
  keyUses.note(known.key);
  return known.account.spec.active ? { kind: 'caller', caller: callerOf(known) } : deactivated;
}

function onlyKey(request: IncomingMessage): string | undefined {
  const [secret, ...more] = request.headersDistinct['x-api-key'] ?? [];
  return secret !== undefined && more.length === 0 && checkApiKey(secret) ? secret : undefined;
}

export function callerOf({ key, account }: KnownKey): Caller {
  const { namespace } = key.metadata;
  return {
    kind: 'key',
    key: { namespace, name: key.metadata.name },
    account: { namespace, name: account.metadata.name },
    limits: key.spec.limits ?? {},
    ledgerSeen: account.status?.ledger,
  };
}
