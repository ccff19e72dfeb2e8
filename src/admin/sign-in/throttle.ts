import type { Clock } from '../../clock/port.ts';
import type { AuditSource } from '../../audit-log/port.ts';
import type { ExpiringState } from '../state/port.ts';
import { hashOf } from './secret-token.ts';
import { networkOf } from './source.ts';

const windowMs = 5 * 60_000;

/**
 * Requests of five minutes, over all replicas, after which more of the same kind are refused. `link` and `token` count
 * guesses; `started` limits how much a person without a session can make the dashboard store and request from the
 * identity provider. A limit that is reached does not stop the other ways to sign in. The token of a link has 256 bits,
 * which even many sources together cannot guess, so links have no overall limit that guesses could use up.
 */
const limits = {
  link: { perSource: 10, overall: Infinity },
  token: { perSource: 10, overall: 300 },
  started: { perSource: 60, overall: 10_000 },
} as const;
export type Throttled = keyof typeof limits;

export class SignInThrottle {
  readonly #state: ExpiringState;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ state, clock }: { state: ExpiringState; clock: Pick<Clock, 'now'> }) {
    this.#state = state;
    this.#clock = clock;
  }

  async count(what: Throttled, source: AuditSource): Promise<void> {
    const keys = Object.values(this.#keys(what, source));
    await Promise.all(keys.map((key) => this.#state.increment(key, 2 * windowMs)));
  }

  /** Returns the seconds after which the source may try again, or undefined if it may try now. */
  async waitSeconds(what: Throttled, source: AuditSource): Promise<number | undefined> {
    const { perSource, overall } = this.#keys(what, source);
    const [own, all] = await Promise.all([this.#state.get(perSource), this.#state.get(overall)]);
    if (Number(own ?? 0) < limits[what].perSource && Number(all ?? 0) < limits[what].overall) return undefined;
    return Math.ceil((windowMs - (this.#clock.now().getTime() % windowMs)) / 1_000);
  }

  #keys(what: Throttled, { ip }: AuditSource) {
    const window = `sign-in-${what}:${Math.floor(this.#clock.now().getTime() / windowMs)}`;
    return { perSource: `${window}:${hashOf(networkOf(ip))}`, overall: `${window}:all` };
  }
}
