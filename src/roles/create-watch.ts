import type { Logger } from 'pino';
import type { Gauge, Registry } from 'prom-client';
import type { Clock } from '../clock/port.ts';
import { messageOf } from '../files/error-code.ts';
import type { WholeLedger } from '../ledger/port.ts';
import type { Part } from '../observability/readiness.ts';
import type { RateLimiter } from '../ratelimit/port.ts';
import { createCreatesPossibleGauge } from './metrics.ts';

const goodMs = 5_000;
const badMs = 1_000;
const silenceMsMax = 1_000;
/** Time in milliseconds that an installation may take to start. Failures before are no errors. */
const startingMs = 60_000;

/**
 * Invented API key. To check whether jobs can be created, a request with this key is counted. No real key has this
 * name, and the counts expire after their minute.
 */
const nobody = { key: { namespace: '', name: 'probe' }, window: 'job-read' } as const;
const unlimited = 1_000_000;

export interface CreateStores {
  ledger: Pick<WholeLedger, 'audit'>;
  rateLimiter: Pick<RateLimiter, 'consume'>;
  probeLedger(): Promise<void>;
}

class NotInitialized extends Error {
  override name = 'NotInitialized';

  constructor() {
    super('The ledger is not initialized.');
  }
}

/**
 * Reports in log, metric and readiness when no request to create a job can succeed: the disk is full, or the ledger or
 * the store of the request counts is unavailable. To check this, writes to both stores; a read would still succeed on a
 * full disk.
 */
export class CreateWatch {
  readonly #stores: CreateStores;
  readonly #clock: Clock;
  readonly #logger: Pick<Logger, 'error' | 'info'>;
  readonly #possible: Gauge;
  #reason = 'not checked yet';
  #wasPossible = false;
  #isUninitialized = false;
  #wasStarting = true;
  readonly #startMs: number;

  constructor(
    stores: CreateStores,
    { clock, logger, registry }: { clock: Clock; logger: Pick<Logger, 'error' | 'info'>; registry: Registry },
  ) {
    this.#stores = stores;
    this.#clock = clock;
    this.#startMs = clock.monotonicMs();
    this.#logger = logger;
    this.#possible = createCreatesPossibleGauge(registry);
  }

  /**
   * Returns whether jobs can be created, for the readiness response. Until a job could be created once, the state is
   * `failed`, so that a rollout with settings that do not work stops; but not if only the ledger is not initialized, which
   * is the work of the controller. Later it is never `failed`, because reads still
   * work, and another replica would have the same problem. Contains no internal details, because clients may read the
   * response.
   */
  part(): Part {
    if (this.#reason === '') return { name: 'create', state: 'ok' };
    const state = this.#wasPossible || this.#isUninitialized ? 'warning' : 'failed';
    return { name: 'create', state, detail: `no job can be created: ${this.#reason}` };
  }

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#look();
      await this.#clock.sleep(this.#reason === '' ? goodMs : badMs, stop);
    }
  }

  async #look(): Promise<void> {
    const { rateLimiter } = this.#stores;
    const failure =
      (await this.#failureOf('the counter store', () => rateLimiter.consume(nobody, unlimited))) ??
      (await this.#failureOf('the ledger', () => this.#readLedger())) ??
      (await this.#failureOf('the ledger', () => this.#stores.probeLedger()));
    this.#possible.set(failure === undefined ? 1 : 0);
    const { reason = '', err } = failure ?? {};
    if (reason !== this.#reason || this.#isStarting() !== this.#wasStarting) this.#report(reason, err);
    this.#wasPossible ||= reason === '';
    this.#wasStarting = this.#isStarting();
    this.#isUninitialized = err instanceof NotInitialized;
    this.#reason = reason;
  }

  #report(reason: string, err: unknown): void {
    if (reason === '') {
      if (this.#wasPossible) this.#logger.info('jobs can be created again');
    } else if (this.#isStarting()) {
      this.#logger.info(
        { reason: err instanceof NotInitialized ? err.message : reason },
        'no job can be created yet; waiting',
      );
    } else
      this.#logger.error(
        { reason, err },
        'no job can be created; answering create requests with 503 and checking again in 1 s',
      );
  }

  /** Reports whether other parts of the installation may still be starting, so that a failure is no error. */
  #isStarting(): boolean {
    return !this.#wasPossible && this.#clock.monotonicMs() - this.#startMs < startingMs;
  }

  async #readLedger(): Promise<void> {
    if ((await this.#stores.ledger.audit.position()) === undefined) throw new NotInitialized();
  }

  async #failureOf(store: string, work: () => Promise<unknown>): Promise<{ reason: string; err: unknown } | undefined> {
    const done = new AbortController();
    const silence = this.#clock
      .sleep(silenceMsMax, done.signal)
      .then(() => Promise.reject(new Error(`No response within ${silenceMsMax} ms.`)));
    silence.catch(() => undefined);
    try {
      await Promise.race([work(), silence]);
      return undefined;
    } catch (err) {
      const isFull = messageOf(err).includes('disk is full');
      return { reason: isFull ? 'the disk is full' : `${store} cannot be used`, err };
    } finally {
      done.abort();
    }
  }
}
