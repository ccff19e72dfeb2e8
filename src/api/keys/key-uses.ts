import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { apiKeyKind } from '../../domain/kinds.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { keyText, parseKeyText } from '../../runtime/object-key.ts';
import { runRounds } from '../../runtime/rounds.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { ObjectKey, ObjectStore } from '../../store/port.ts';

/** A stored time that is younger is left as it is. */
const coarseMs = 3_600_000;
/** Longer than a watch takes to bring back what was written here, or by another replica. */
const pauseMs = 10_000;
/** Thousands of keys whose hour is over at once must not become load on the store. */
const writesOfRoundMax = 100;
/** Further ones are noted at their next use. */
const notedMax = 10_000;

export interface KeyUsesOptions {
  store: Pick<ObjectStore, 'patchStatus'>;
  /** What the watch shows of a key; undefined where there is none any more. */
  watched: (key: ObjectKey) => ApiKey | undefined;
  clock: Clock;
  logger: Pick<Logger, 'debug'>;
}

/**
 * When keys were last used, written to `status.lastUsedTime` behind the answers: one write at a time, and of each key at most
 * one an hour. A time that cannot be written is forgotten: the next use of the key is as good.
 */
export class KeyUses {
  readonly #noted = new Map<string, Date>();
  /** By the monotonic clock, until when nothing is to be done for a key: it is asked of each request. */
  readonly #quietUntilMs = new WeakMap<ApiKey, number>();
  readonly #options: KeyUsesOptions;

  constructor(options: KeyUsesOptions) {
    this.#options = options;
  }

  /** A key has opened. */
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

  /** Write what is noted, until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    const failed = (error: unknown): void => {
      logger.debug({ err: error }, 'the uses of keys cannot be written');
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
      logger.debug({ err: error, key }, 'when a key was last used cannot be written');
    }
  }
}

/** How much longer the stored time is left as it is, seen from `now`. */
function recentForMs({ status }: ApiKey, now: Date): number {
  const { lastUsedTime } = status ?? {};
  return lastUsedTime === undefined ? 0 : Date.parse(lastUsedTime) + coarseMs - now.getTime();
}
