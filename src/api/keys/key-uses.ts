import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { apiKeyKind } from '../../domain/kinds.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { keyText, parseKeyText, type ObjectKey } from '../../objects/object-key.ts';
import { runRounds } from '../../runtime/rounds.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { ObjectStore } from '../../store/port.ts';

const coarseMs = 3_600_000;
/**
 * Pause in milliseconds between two runs that write the last-used times of API keys. The pause is longer than the
 * Kubernetes watch takes to report a write, so that a run knows what this and other replicas have written.
 */
const pauseMs = 10_000;
const writesOfRoundMax = 100;
/**
 * Maximum number of API keys whose last-used time waits to be written. If it is reached, the use of a further key is
 * not recorded; a later use of that key is recorded instead.
 */
const notedMax = 10_000;

export interface KeyUsesOptions {
  store: Pick<ObjectStore, 'patchStatus'>;
  watched: (key: ObjectKey) => ApiKey | undefined;
  clock: Clock;
  logger: Pick<Logger, 'debug'>;
}

/**
 * Writes the last-used time of each API key to `status.lastUsedTime` in the background: one write at a time, and at
 * most one write per key and hour. A failed write is not retried; the next use of the key leads to another write.
 */
export class KeyUses {
  readonly #noted = new Map<string, Date>();
  readonly #quietUntilMs = new WeakMap<ApiKey, number>();
  readonly #options: KeyUsesOptions;

  constructor(options: KeyUsesOptions) {
    this.#options = options;
  }

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

function recentForMs({ status }: ApiKey, now: Date): number {
  const { lastUsedTime } = status ?? {};
  return lastUsedTime === undefined ? 0 : Date.parse(lastUsedTime) + coarseMs - now.getTime();
}
