import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { apiKeyKind } from '../../domain/kinds.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { keyText, parseKeyText, type ObjectKey } from '../../objects/object-key.ts';
import { runRounds } from '../../runtime/rounds.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { ObjectStore } from '../../store/port.ts';

/** Minimum age of the stored last-used time of an API key before this time is updated. */
const coarseMs = 3_600_000;
/** Pause between two rounds of writes. It is longer than a watch needs to report a write of this or another replica. */
const pauseMs = 10_000;
/**
 * Maximum number of writes per round. It limits the load on the store if the last-used times of thousands of API keys
 * must be saved at once.
 */
const writesOfRoundMax = 100;
/**
 * Maximum number of API keys whose last-used time waits to be saved. If the maximum is reached, another key is added at
 * a later use.
 */
const notedMax = 10_000;

export interface KeyUsesOptions {
  store: Pick<ObjectStore, 'patchStatus'>;
  /** Returns the state of an API key that the watch has reported; undefined if the key does not exist. */
  watched: (key: ObjectKey) => ApiKey | undefined;
  clock: Clock;
  logger: Pick<Logger, 'debug'>;
}

/**
 * Saves the last-used time of each API key in `status.lastUsedTime` in the background: one write at a time, and at most
 * one write per key and hour. A failed write is not retried; the next use of the key leads to another write.
 */
export class KeyUses {
  readonly #noted = new Map<string, Date>();
  /**
   * Time, on the monotonic clock, until which further uses of an API key are ignored. It keeps the work per request
   * small.
   */
  readonly #quietUntilMs = new WeakMap<ApiKey, number>();
  readonly #options: KeyUsesOptions;

  constructor(options: KeyUsesOptions) {
    this.#options = options;
  }

  /** Notes that a request has used an API key, so that the last-used time of the key is saved later. */
  note(key: ApiKey): void {
    const { clock } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs < (this.#quietUntilMs.get(key) ?? -Infinity)) return;
    const now = clock.now();
    const recentMs = recentForMs(key, now);
    this.#quietUntilMs.set(key, nowMs + Math.max(recentMs, pauseMs));
    if (recentMs > 0 || this.#noted.size >= notedMax) return;
    const text = keyText(key.metadata);
    if (!this.#noted.has(text)) this.#noted.set(text, now);
  }

  /** Saves the noted last-used times of API keys, in rounds, until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    const failed = (error: unknown): void => {
      logger.debug({ err: error }, 'failed to write the last-used times of API keys; retrying in 10 s');
    };
    return runRounds({ round: () => this.#writeSome(signal), pauseMs, clock, failed }, signal);
  }

  async #writeSome(signal: AbortSignal): Promise<void> {
    for (const [text, time] of [...this.#noted].slice(0, writesOfRoundMax)) {
      if (signal.aborted) return;
      await this.#write(parseKeyText(text), time);
      this.#noted.delete(text);
    }
  }

  async #write(key: ObjectKey, time: Date): Promise<void> {
    const { store, watched, logger } = this.#options;
    const seen = watched(key);
    if (seen === undefined || recentForMs(seen, time) > 0) return;
    const metadata = { uid: seen.metadata.uid };
    try {
      await store.patchStatus(apiKeyKind, key, { metadata, status: { lastUsedTime: timestamp(time) } });
    } catch (error) {
      logger.debug(
        { err: error, key },
        'failed to write the last-used time of an API key; retrying when the key is used again',
      );
    }
  }
}

/** Returns the milliseconds from `now` until the stored last-used time of an API key may be updated. */
function recentForMs({ status }: ApiKey, now: Date): number {
  const { lastUsedTime } = status ?? {};
  return lastUsedTime === undefined ? 0 : Date.parse(lastUsedTime) + coarseMs - now.getTime();
}
