import { rateWindows } from '../../ads/known-types.ts';
import { accountOf } from '../../domain/account-of.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import { keyText } from '../../objects/object-key.ts';
import { maySeeAccount, type Actor } from '../../operations/actor.ts';
import { cappedLimit, type RateLimiter } from '../../ratelimit/port.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey, WindowDefaults } from '../../schema/apikey.ts';
import { hasFailed, isOverdue } from './delivery-filter.ts';
import { rowsSeenBy } from './job-filter.ts';
import type { JobRow } from './job-row.ts';
import type { NewestFiles, NewFile } from './newest-files.ts';
import { waitsOf } from './slot-waits.ts';
import type { WaitCause } from './wait-cause.ts';

const hourSeconds = 3_600;
const hours = 24;
const filesMax = 12;

/** One hour of the last day. Durations are in seconds, from the creation of a job to its end. */
export interface HourFigures {
  /** Start of the hour, in seconds since 1970. */
  startSeconds: number;
  succeeded: number;
  failed: number;
  /** Duration of the successful jobs. Undefined if there were none. */
  p50: number | undefined;
  p95: number | undefined;
}

/** An account whose credits may soon be used up. */
export interface LowAccount {
  namespace: string;
  name: string;
  available: number;
  /** Credits that the jobs of the last 24 hours have cost. */
  spentLastDay: number;
}

/** Failed jobs with one error code. */
export interface Failures {
  count: number;
  /** Creation of the oldest of these jobs, in seconds since 1970. */
  firstCreatedSeconds: number;
}

export interface Overview {
  /** Number of unfinished jobs that wait, and of finished ones whose callback waits, by what they wait for. */
  waiting: Map<WaitCause, number>;
  running: number;
  /** Number of failed jobs of the last hour, by their error code, which is undefined for a job without one. */
  failures: Map<string | undefined, Failures>;
  overdueCallbacks: number;
  /** Number of callbacks of the last 24 hours whose delivery has ended without success. */
  failedCallbacks: number;
  /** Accounts with the least time left first. */
  lowAccounts: LowAccount[];
  /** The last 24 hours, oldest first. The last one is not over yet. */
  lastDay: HourFigures[];
  files: NewFile[];
}

interface Sources {
  table: { rows(): readonly JobRow[]; files: Pick<NewestFiles, 'newest'> };
  accounts: { get(key: { namespace: string; name: string }): AdAccount | undefined; values(): Iterable<AdAccount> };
}

/** Returns the figures of the overview over all jobs that an actor may see. Goes through the rows twice. */
export function overviewOf({ table, accounts }: Sources, actor: Actor, now: Date): Overview {
  const rows = table.rows();
  const isSeen = rowsSeenBy(actor);
  const sums = new Sums(waitsOf(rows, accounts), now.getTime() / 1_000);
  for (const row of rows) if (isSeen(row)) sums.add(row);
  const { waiting, running, failures, overdueCallbacks, failedCallbacks, spent, day } = sums;
  return {
    ...{ waiting, running, failures, overdueCallbacks, failedCallbacks, lastDay: day.hours() },
    lowAccounts: lowAccounts([...accounts.values()], actor, spent),
    files: table.files.newest(filesMax, isSeenKey(actor)),
  };
}

/** Sums over rows, each of which is added once. */
class Sums {
  readonly waiting = new Map<WaitCause, number>();
  readonly failures = new Map<string | undefined, Failures>();
  /** Credits that each account was charged in the last 24 hours. */
  readonly spent = new Map<string, number>();
  readonly day: LastDay;
  running = 0;
  overdueCallbacks = 0;
  failedCallbacks = 0;
  readonly #waitOf: (row: JobRow) => WaitCause | undefined;
  readonly #nowSeconds: number;

  constructor(waitOf: (row: JobRow) => WaitCause | undefined, nowSeconds: number) {
    this.day = new LastDay(nowSeconds);
    this.#waitOf = waitOf;
    this.#nowSeconds = nowSeconds;
  }

  add(row: JobRow): void {
    const { standing, completedSeconds } = row;
    if (standing.isRunning) this.running += 1;
    if (standing.wait !== undefined) this.#addWait(row);
    if (completedSeconds !== undefined && isEndPhase(standing.phase)) this.#addEnd(row, completedSeconds);
  }

  #addWait(row: JobRow): void {
    const wait = this.#waitOf(row);
    if (wait !== undefined) add(this.waiting, wait);
    if (wait === 'callback' && isOverdue(row, this.#nowSeconds)) this.overdueCallbacks += 1;
  }

  #addEnd(row: JobRow, completedSeconds: number): void {
    const { standing, owner, credits } = row;
    const ageSeconds = this.#nowSeconds - completedSeconds;
    if (ageSeconds > hours * hourSeconds) return;
    this.day.add(row, completedSeconds);
    if (hasFailed(row.delivery)) this.failedCallbacks += 1;
    if (standing.phase === 'SUCCESS') add(this.spent, owner.accountKey, credits);
    else if (ageSeconds <= hourSeconds) this.#addFailure(row);
  }

  #addFailure({ standing: { code }, createdSeconds }: JobRow): void {
    const { count, firstCreatedSeconds } = this.failures.get(code) ?? { count: 0, firstCreatedSeconds: createdSeconds };
    this.failures.set(code, {
      count: count + 1,
      firstCreatedSeconds: Math.min(firstCreatedSeconds, createdSeconds),
    });
  }
}

function add<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Jobs that ended in the last 24 hours, by hour. Hours are whole hours of the clock. */
class LastDay {
  readonly #firstSeconds: number;
  readonly #durations: number[][] = Array.from({ length: hours }, () => []);
  readonly #failed = new Array<number>(hours).fill(0);

  constructor(nowSeconds: number) {
    this.#firstSeconds = (Math.floor(nowSeconds / hourSeconds) - hours + 1) * hourSeconds;
  }

  add({ standing, createdSeconds }: JobRow, completedSeconds: number): void {
    const hour = Math.floor((completedSeconds - this.#firstSeconds) / hourSeconds);
    if (standing.phase === 'SUCCESS') this.#durations[hour]?.push(Math.max(0, completedSeconds - createdSeconds));
    else if (this.#failed[hour] !== undefined) this.#failed[hour] += 1;
  }

  hours(): HourFigures[] {
    return this.#durations.map((durations, hour) => {
      const sorted = Float64Array.from(durations).sort();
      return {
        startSeconds: this.#firstSeconds + hour * hourSeconds,
        ...{ succeeded: sorted.length, failed: this.#failed[hour] ?? 0 },
        ...{ p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) },
      };
    });
  }
}

/** Returns the smallest value that is at least as large as this share of the sorted values. */
function percentile(sorted: Float64Array, share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Share of the granted credits below which the credits of an account count as low. */
const lowShare = 0.1;

function lowAccounts(accounts: readonly AdAccount[], actor: Actor, spent: Map<string, number>): LowAccount[] {
  const low = accounts.flatMap(({ metadata, spec, status }) => {
    if (!spec.active || status?.credits === undefined || !maySeeAccount(actor, metadata)) return [];
    const { namespace, name } = metadata;
    const { available, granted } = status.credits;
    const spentLastDay = spent.get(keyText(metadata)) ?? 0;
    const isLow = granted > 0 && (available < spentLastDay || available < granted * lowShare);
    return isLow ? [{ namespace, name, available, spentLastDay }] : [];
  });
  return low.sort((one, other) => one.available - other.available);
}

function isSeenKey(actor: Actor): (accountKey: string) => boolean {
  if (actor.kind === 'role') return () => true;
  const own = new Set((actor.kind === 'owner' ? actor.accounts : []).map(keyText));
  return (accountKey) => own.has(accountKey);
}

/** A key that has used up the requests of a window of the current minute. */
export interface LimitedKey {
  namespace: string;
  name: string;
  window: string;
  used: number;
  limit: number;
}

interface LimitSources {
  keys: { values(): Iterable<ApiKey> };
  rateLimiter: Pick<RateLimiter, 'used'>;
  windowDefaults: WindowDefaults;
}

/** Returns the keys that an actor may see and that are at one of their limits. Asks the rate limiter once. */
export async function keysAtLimit(
  { keys, rateLimiter, windowDefaults }: LimitSources,
  actor: Actor,
): Promise<LimitedKey[]> {
  const open = [...keys.values()].filter((key) => !key.spec.revoked && maySeeAccount(actor, accountOf(key)));
  const counted = open.flatMap(({ metadata, spec }) =>
    rateWindows.map(({ name: window, limit, perMinute }) => ({
      ...{ key: { namespace: metadata.namespace, name: metadata.name }, window },
      limit: cappedLimit(window, spec.limits?.[limit] ?? windowDefaults[limit] ?? perMinute),
    })),
  );
  const used = counted.length === 0 ? [] : await rateLimiter.used(counted);
  return counted
    .map(({ key, window, limit }, index) => ({ ...key, window, limit, used: used[index] ?? 0 }))
    .filter((one) => one.used >= one.limit);
}
