import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { isOpenedBy } from '../../domain/api-key-validity.ts';
import { checkApiKey, hashApiKey } from '../../domain/api-key.ts';
import { problem, type Answer } from '../../http/answer.ts';
import type { Caller, KnownKey } from './callers.ts';
import { contextOf } from '../../http/context.ts';
import type { ApiDeps } from '../deps.ts';
import type { Send } from '../../http/send.ts';

/**
 * Response to a request without a valid API key. It does not reveal the reason (missing, unknown, revoked or expired
 * key), because this would help an attacker.
 */
const unauthorized: Answer = problem('unauthorized', { headers: { 'WWW-Authenticate': 'ApiKey realm="adwright"' } });

/** Answers 401 unless the request has exactly one `X-API-Key` header, with a valid key of an existing account. */
export function authenticate(
  { keys, keyUses, clock }: Pick<ApiDeps, 'keys' | 'keyUses' | 'clock'>,
  send: Send,
): RequestHandler {
  return async (request, response, next) => {
    const secret = onlyKey(request);
    const hash = secret === undefined ? undefined : hashApiKey(secret);
    const known = hash === undefined ? undefined : await keys.find(hash);
    if (hash === undefined || known === undefined || !isOpenedBy(known.key.spec, hash, clock.now())) {
      await send(request, response, unauthorized);
      return;
    }
    keyUses.note(known.key);
    contextOf(request).caller = callerOf(known);
    next();
  };
}

export function activeAccount(send: Send): RequestHandler {
  return async (request, response, next) => {
    if (contextOf(request).caller?.isActive === true) next();
    else await send(request, response, problem('account_deactivated'));
  };
}

function onlyKey(request: IncomingMessage): string | undefined {
  const [secret, ...more] = request.headersDistinct['x-api-key'] ?? [];
  return secret !== undefined && more.length === 0 && checkApiKey(secret) ? secret : undefined;
}

export function callerOf({ key, account }: KnownKey): Caller {
  const { namespace } = key.metadata;
  return {
    key: { namespace, name: key.metadata.name },
    account: { namespace, name: account.metadata.name },
    limits: key.spec.limits ?? {},
    ledgerSeen: account.status?.ledger,
    isActive: account.spec.active,
  };
}
