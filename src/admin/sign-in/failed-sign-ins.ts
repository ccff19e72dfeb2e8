import { z } from 'zod';
import type { AuditSource } from '../../audit-log/port.ts';
import type { ExpiringState } from '../state/port.ts';
import { record, type Recorder } from './recorded.ts';
import { hashOf } from './secret-token.ts';
import { networkOf } from './source.ts';

const minuteMs = 60_000;
/** Time for which failed sign-ins wait to be recorded, for example while the audit log is full. */
const waitMs = 24 * 60 * minuteMs;

const First = z.object({
  why: z.string(),
  source: z.object({ ip: z.string().optional(), userAgent: z.string().optional() }),
});

const firstPrefix = 'sign-in-first:';
const countPrefix = 'sign-in-count:';

/**
 * Failed sign-ins, counted by source and minute over all replicas. Each minute becomes one row of the audit log, so that
 * a client that guesses cannot fill the log.
 */
export class FailedSignIns {
  readonly #deps: Recorder & { state: ExpiringState };

  constructor(deps: Recorder & { state: ExpiringState }) {
    this.#deps = deps;
  }

  async count(why: string, { ip, userAgent }: AuditSource): Promise<void> {
    const { state } = this.#deps;
    const name = `${this.#minute}:${hashOf(networkOf(ip))}`;
    await state.increment(countPrefix + name, waitMs);
    await state.setIfAbsent(firstPrefix + name, JSON.stringify({ why, source: { ip, userAgent } }), waitMs);
  }

  /** Records the minutes that are over. Only one of several replicas records each minute. */
  async sweep(): Promise<void> {
    const { state } = this.#deps;
    for (const { key } of await state.list(firstPrefix)) {
      const name = key.slice(firstPrefix.length);
      if (Number(name.split(':', 1)[0]) >= this.#minute) continue;
      const first = await state.take(key);
      if (first !== undefined) await this.#record(name, first);
    }
  }

  async #record(name: string, text: string): Promise<void> {
    const { state } = this.#deps;
    const count = Number((await state.get(countPrefix + name)) ?? 1);
    const { why, source } = First.parse(JSON.parse(text));
    const actor = { kind: 'system' as const, subject: 'sign-in' };
    try {
      await record(this.#deps, { action: 'sign_in.failed', actor, source, after: { why }, count }, 'refused');
    } catch (error) {
      await state.set(firstPrefix + name, text, waitMs);
      throw error;
    }
  }

  get #minute(): number {
    return Math.floor(this.#deps.clock.now().getTime() / minuteMs);
  }
}
