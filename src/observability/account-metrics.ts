import { Counter, Gauge, type Registry } from 'prom-client';
import type { Balance } from '../ledger/port.ts';
import { RateLimiterUnavailable, type Counted, type RateLimiter } from '../ratelimit/port.ts';
import { keyText } from '../runtime/object-key.ts';
import type { ObjectKey } from '../store/port.ts';

export interface AccountMetricsOptions {
  balances: () => Iterable<{ account: ObjectKey; balance: Balance }>;
  keys: () => Iterable<{ key: ObjectKey; account: ObjectKey }>;
  limiter: Pick<RateLimiter, 'used'>;
  /** Series of each metric; what is beyond is added up as `other`. */
  seriesMax?: number;
}

const other = 'other';
const windows = ['image-create', 'video-create', 'job-read'] as const;
/** Windows asked for in one call. */
const askedMax = 1_000;

/**
 * Series by account and by key, read when they are scraped. Of windows only those that something was counted in are shown.
 * To be made once for a registry, and by the leader alone: what they show is the same for everybody.
 */
export function createAccountMetrics(registry: Registry, options: AccountMetricsOptions): void {
  const { balances, seriesMax = 1_000 } = options;
  const series = (name: string, help: string, column: CreditColumn) => ({
    name,
    help,
    labelNames: ['account'],
    registers: [registry],
    collect(this: AccountMetric) {
      this.reset();
      for (const [account, value] of byAccount(balances(), column, seriesMax)) this.inc({ account }, value);
    },
  });
  new Gauge(series('adwright_credits_available', 'Credits that may be spent.', 'available'));
  new Gauge(series('adwright_credits_reserved', 'Credits held for jobs that are not finished.', 'reserved'));
  new Counter(series('adwright_credits_granted_total', 'Credits ever granted.', 'granted'));
  new Counter(series('adwright_credits_spent_total', 'Credits charged for jobs that succeeded.', 'spent'));
  registerUsed(registry, { seriesMax, ...options });
}

type CreditColumn = Exclude<keyof Balance, 'retired' | 'retiring'>;
type AccountMetric = Pick<Gauge<'account'>, 'reset'> & { inc(labels: { account: string }, value: number): void };

function* byAccount(
  balances: ReturnType<AccountMetricsOptions['balances']>,
  column: CreditColumn,
  seriesMax: number,
): Iterable<readonly [account: string, value: number]> {
  let count = 0;
  for (const { account, balance } of balances) {
    yield [count < seriesMax ? keyText(account) : other, balance[column]];
    count += 1;
  }
}

function registerUsed(registry: Registry, { keys, limiter, seriesMax }: Required<AccountMetricsOptions>): void {
  new Gauge({
    name: 'adwright_rate_limit_used',
    help: 'Requests counted in the present window of a key.',
    labelNames: ['account', 'key', 'endpoint'],
    registers: [registry],
    async collect() {
      this.reset();
      let count = 0;
      for await (const { key, account, window, used } of windowsInUse(keys(), limiter)) {
        const isOwn = count < seriesMax;
        const names = isOwn ? { account: keyText(account), key: keyText(key) } : { account: other, key: other };
        this.inc({ ...names, endpoint: window }, used);
        count += 1;
      }
    },
  });
}

interface Used extends Counted {
  account: ObjectKey;
  used: number;
}

/** Ends early where the counter store does not answer: the other metrics are still to be had. */
async function* windowsInUse(
  keys: ReturnType<AccountMetricsOptions['keys']>,
  limiter: Pick<RateLimiter, 'used'>,
): AsyncIterable<Used> {
  const all = [...keys].flatMap((one) => windows.map((window) => ({ ...one, window })));
  for (let from = 0; from < all.length; from += askedMax) {
    const some = all.slice(from, from + askedMax);
    const used = await limiter.used(some).catch(noneWhileAway);
    if (used === undefined) return;
    yield* some.map((one, i) => ({ ...one, used: used[i] ?? 0 })).filter((one) => one.used > 0);
  }
}

function noneWhileAway(error: unknown): undefined {
  if (!(error instanceof RateLimiterUnavailable)) throw error;
}
