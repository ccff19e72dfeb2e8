import type { Clock } from '../../clock/port.ts';
import type { AuditSource } from '../../audit-log/port.ts';
import type { ExpiringState } from '../state/port.ts';
import { hashOf } from './secret-token.ts';

const windowMs = 5 * 60_000;

/**
 * Sign-ins of five minutes, over all replicas, after which more are refused. `failed` slows down who guesses; `started`
 * limits how much a stranger can make the dashboard store and ask the identity provider.
 */
const limits = {
  failed: { perSource: 10, overall: 300 },
  started: { perSource: 60, overall: 1_000 },
} as const;
type Counted = keyof typeof limits;

export class SignInThrottle {
  readonly #state: ExpiringState;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ state, clock }: { state: ExpiringState; clock: Pick<Clock, 'now'> }) {
    this.#state = state;
    this.#clock = clock;
  }

  async count(what: Counted, source: AuditSource): Promise<void> {
    const keys = Object.values(this.#keys(what, source));
    await Promise.all(keys.map((key) => this.#state.increment(key, 2 * windowMs)));
  }

  /** Returns the seconds after which the source may try again. Undefined if it may try now. */
  async waitSeconds(source: AuditSource): Promise<number | undefined> {
    const reached = await Promise.all(
      (Object.keys(limits) as Counted[]).map(async (what) => {
        const { perSource, overall } = this.#keys(what, source);
        const [own, all] = await Promise.all([this.#state.get(perSource), this.#state.get(overall)]);
        return Number(own ?? 0) >= limits[what].perSource || Number(all ?? 0) >= limits[what].overall;
      }),
    );
    if (!reached.includes(true)) return undefined;
    return Math.ceil((windowMs - (this.#clock.now().getTime() % windowMs)) / 1_000);
  }

  #keys(what: Counted, { ip = '' }: AuditSource) {
    const window = `sign-in-${what}:${Math.floor(this.#clock.now().getTime() / windowMs)}`;
    return { perSource: `${window}:${hashOf(ip)}`, overall: `${window}:all` };
  }
}
