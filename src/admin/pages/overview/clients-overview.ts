import { rateWindows } from '../../../ads/known-types.ts';
import { keyState } from '../../../domain/api-key-validity.ts';
import { maySeeAccount, type Actor } from '../../../operations/actor.ts';
import { cappedLimit } from '../../../ratelimit/port.ts';
import type { AdAccount } from '../../../schema/adaccount.ts';
import type { ApiKey } from '../../../schema/apikey.ts';
import type { AdminDeps } from '../../deps.ts';
import type { Attention, ClientsOverview } from './overview-data.ts';

/** An account is near the end of its credits if less than this part of its grants is left. */
const lowShare = 0.1;
/** A key is near its limit if it has used this part of it. */
const fullShare = 0.9;
/** Maximum number of entries of one kind. The pages of accounts and keys show all. */
const entriesMax = 5;
/** Maximum number of API keys whose counts are read for one page. */
const keysMax = 2_000;

type Deps = Pick<AdminDeps, 'accounts' | 'keys' | 'rateLimiter' | 'windowDefaults' | 'readiness' | 'clock'>;

/** Returns what a person should know of accounts, API keys and the state of the service. */
export async function clientsOverview(deps: Deps, actor: Actor): Promise<ClientsOverview> {
  const accounts = [...deps.accounts.values()].filter(({ metadata }) => maySeeAccount(actor, metadata));
  const keys = [...deps.keys.values()].filter(({ metadata: { namespace }, spec }) =>
    maySeeAccount(actor, { namespace, name: spec.accountRef.name }),
  );
  const health = actor.kind === 'role' ? unhealthyParts(deps) : [];
  const full = await fullKeys(keys, deps).catch(() => []);
  return {
    hasAccounts: accounts.length > 0,
    hasKeys: keys.length > 0,
    attention: [...health, ...full, ...lowAccounts(accounts)],
  };
}

function unhealthyParts({ readiness }: Deps): Attention[] {
  const parts = readiness.parts().filter(({ state }) => state !== 'ok');
  return parts.map(({ name, detail }) => ({ kind: 'unhealthy', part: name, detail }));
}

function lowAccounts(accounts: readonly AdAccount[]): Attention[] {
  const low = accounts.flatMap(({ metadata: { namespace, name }, spec, status }) => {
    const { available, granted } = status?.credits ?? {};
    if (!spec.active || available === undefined || granted === undefined) return [];
    return available < granted * lowShare || granted === 0 ? [{ account: { namespace, name }, available }] : [];
  });
  const lowest = low.toSorted((one, other) => one.available - other.available).slice(0, entriesMax);
  return lowest.map((one) => ({ kind: 'low-credits', ...one }));
}

async function fullKeys(keys: readonly ApiKey[], deps: Deps): Promise<Attention[]> {
  const now = deps.clock.now();
  const valid = keys.filter(({ spec }) => keyState(spec, now) === 'valid').slice(0, keysMax);
  const counted = valid.flatMap(({ metadata: { namespace, name }, spec }) =>
    rateWindows.map((window) => ({
      key: { namespace, name },
      window: window.name,
      limit: cappedLimit(
        window.name,
        spec.limits?.[window.limit] ?? deps.windowDefaults[window.limit] ?? window.perMinute,
      ),
    })),
  );
  const used = await deps.rateLimiter.used(counted);
  const full = counted.flatMap(({ key, limit }, at) => {
    const count = used[at] ?? 0;
    return count > 0 && count >= limit * fullShare ? [{ key, limit, used: count }] : [];
  });
  return full.slice(0, entriesMax).map((one) => ({ kind: 'at-limit', ...one }));
}
