import { Counter, Gauge, type Registry } from 'prom-client';
import { rateWindows } from '../../ads/known-types.ts';
import type { Balance } from '../../ledger/port.ts';
import type { KeyLimits, WindowDefaults } from '../../schema/apikey.ts';
import { cappedLimit, RateLimiterUnavailable, type Counted, type RateLimiter } from '../../ratelimit/port.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';

export interface AccountMetricsOptions {
  balances: () => Iterable<{ account: ObjectKey; balance: Balance }>;
  keys: () => Iterable<{ key: ObjectKey; account: ObjectKey; limits?: KeyLimits }>;
  limiter: Pick<RateLimiter, 'used'>;
  /** Limits of keys without limits of their own. */
  windowDefaults: WindowDefaults;
  /**
   * Maximum number of time series of each metric. The values of all further accounts and keys are added up under the
   * label `other`.
   */
  seriesMax?: number;
}

const other = 'other';
const askedMax = 1_000;

/**
 * Registers metrics by account and by API key. Their values are computed at each scrape. Request counts of 0 are
 * omitted. Call this function once per registry, and only on the leader, because every process would export the same
 * values.
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
  new Gauge(series('adwright_credits_available', 'Credits available to the account.', 'available'));
  new Gauge(series('adwright_credits_reserved', 'Credits reserved for unfinished jobs.', 'reserved'));
  new Counter(series('adwright_credits_granted_total', 'Credits granted in total.', 'granted'));
  new Counter(series('adwright_credits_spent_total', 'Credits charged for successful jobs.', 'spent'));
  registerUsed(registry, { seriesMax, ...options });
}

interface Losses {
  isLedgerLost: () => boolean;
  areFilesForeign: () => boolean;
  unreadSeconds: () => number;
  lostSecrets: () => number;
}

/** Registers the gauges for lost data. Call this function once per registry. */
export function createLossMetrics(registry: Registry, losses: Losses): void {
  const { isLedgerLost, areFilesForeign, unreadSeconds, lostSecrets } = losses;
  new Gauge({
    name: 'adwright_signing_secrets_lost',
    help: 'Number of accounts whose signing secret is lost, so that their callbacks wait.',
    registers: [registry],
    collect() {
      this.set(lostSecrets());
    },
  });
  new Gauge({
    name: 'adwright_ledger_lost',
    help: '1 while the ledger has lost data, so that no stage is launched and no callback is sent.',
    registers: [registry],
    collect() {
      this.set(isLedgerLost() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'adwright_files_foreign',
    help: '1 while the files of jobs belong to another installation, so that no stage is launched and no callback is sent.',
    registers: [registry],
    collect() {
      this.set(areFilesForeign() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'adwright_files_unread_seconds',
    help: 'Seconds since the mark of the files of jobs was last read, which happens every minute.',
    registers: [registry],
    collect() {
      this.set(unreadSeconds());
    },
  });
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

function registerUsed(registry: Registry, options: Required<AccountMetricsOptions>): void {
  let pass: Promise<Used[]> | undefined;
  // Both metrics are collected at the same time, from one look at the counts.
  const inUse = (): Promise<Used[]> => (pass ??= windowsInUse(options).finally(() => (pass = undefined)));
  const series = (name: string, help: string, value: (used: Used) => number) => ({
    name,
    help,
    labelNames: ['account', 'key', 'endpoint'] as const,
    registers: [registry],
    async collect(this: Gauge<'account' | 'key' | 'endpoint'>) {
      this.reset();
      for (const [count, used] of (await inUse()).entries()) {
        const isOwn = count < options.seriesMax;
        const [account, key] = isOwn ? [keyText(used.account), keyText(used.key)] : [other, other];
        this.inc({ account, key, endpoint: used.window }, value(used));
      }
    },
  });
  new Gauge(
    series('adwright_rate_limit', 'Requests that a key in use may send within a window.', ({ limit }) => limit),
  );
  new Gauge(
    series(
      'adwright_rate_limit_used',
      'Requests counted in the current rate-limit window of a key.',
      ({ used }) => used,
    ),
  );
}

interface Used extends Counted {
  account: ObjectKey;
  used: number;
  limit: number;
}

/**
 * Returns how many requests each API key has sent to each endpoint in the current minute. Omits counts of 0. Ends early
 * if the store of the counts is unavailable, so that the other metrics can still be scraped.
 */
async function windowsInUse({ keys, limiter, windowDefaults }: AccountMetricsOptions): Promise<Used[]> {
  const all = [...keys()].flatMap((one) =>
    rateWindows.map(({ name: window, limit, perMinute }) => ({
      ...one,
      window,
      limit: cappedLimit(window, one.limits?.[limit] ?? windowDefaults[limit] ?? perMinute),
    })),
  );
  const inUse: Used[] = [];
  for (let from = 0; from < all.length; from += askedMax) {
    const some = all.slice(from, from + askedMax);
    const used = await limiter.used(some).catch(ignoreUnavailable);
    if (used === undefined) return inUse;
    inUse.push(...some.map((one, i) => ({ ...one, used: used[i] ?? 0 })).filter((one) => one.used > 0));
  }
  return inUse;
}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof RateLimiterUnavailable)) throw error;
}
