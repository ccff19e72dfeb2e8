import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/port.ts';
import { messageOf } from '../files/error-code.ts';
import type { WholeLedger } from '../ledger/port.ts';
import type { Part } from '../observability/readiness.ts';
import type { RateLimiter } from '../ratelimit/port.ts';

/** Time between two looks. */
const goodMs = 5_000;
const badMs = 1_000;
/** A store that is silent for so long refuses creates, too. */
const silenceMsMax = 1_000;

/** Whose request the probe counts. No key has this name, and the count ends with its window. */
const nobody = { key: { namespace: '', name: 'probe' }, window: 'job-read' } as const;
const unlimited = 1_000_000;

/** What a create cannot do without. */
export interface CreateStores {
  ledger: Pick<WholeLedger, 'audit'>;
  rateLimiter: Pick<RateLimiter, 'consume'>;
  /** Writes to the ledger what changes nothing; rejects where it cannot. */
  probeLedger(): Promise<void>;
}

/**
 * Reports in log, metric and readiness when no create can succeed: the disk is full, or ledger or counters are away. Writes
 * to both, since a full disk can still be read.
 */
export class CreateWatch {
  readonly #stores: CreateStores;
  readonly #clock: Clock;
  readonly #logger: Pick<Logger, 'error' | 'info'>;
  readonly #possible: Gauge;
  /** Why no create can succeed; empty: some can. */
  #reason = '';

  constructor(
    stores: CreateStores,
    { clock, logger, registry }: { clock: Clock; logger: Pick<Logger, 'error' | 'info'>; registry: Registry },
  ) {
    this.#stores = stores;
    this.#clock = clock;
    this.#logger = logger;
    this.#possible = new Gauge({
      name: 'adwright_creates_possible',
      help: '1: creates can be counted and admitted; 0: none can, and each is answered 503. Absent before the first look.',
      registers: [registry],
    });
    this.#possible.remove();
  }

  /** Never failed: reads go on, and another replica could do no better. Without internals: clients may read it. */
  part(): Part {
    if (this.#reason === '') return { name: 'create', state: 'ok' };
    return { name: 'create', state: 'warning', detail: `no create can succeed: ${this.#reason}` };
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
      (await this.#failureOf('the ledger', () => this.#readBooks())) ??
      (await this.#failureOf('the ledger', () => this.#stores.probeLedger()));
    this.#possible.set(failure === undefined ? 1 : 0);
    const { reason = '', error } = failure ?? {};
    if (reason !== '' && reason !== this.#reason) this.#logger.error({ reason, error }, 'no create can succeed');
    if (reason === '' && this.#reason !== '') this.#logger.info('creates can succeed again');
    this.#reason = reason;
  }

  async #readBooks(): Promise<void> {
    if ((await this.#stores.ledger.audit.position()) === undefined) throw new Error('Its books are not there.');
  }

  async #failureOf(
    store: string,
    work: () => Promise<unknown>,
  ): Promise<{ reason: string; error: string } | undefined> {
    const done = new AbortController();
    const silence = this.#clock.sleep(silenceMsMax, done.signal).then(() => Promise.reject(new Error('It is silent.')));
    silence.catch(() => undefined);
    try {
      await Promise.race([work(), silence]);
      return undefined;
    } catch (error) {
      const text = messageOf(error);
      return { reason: text.includes('disk is full') ? 'the disk is full' : `${store} cannot be used`, error: text };
    } finally {
      done.abort();
    }
  }
}
