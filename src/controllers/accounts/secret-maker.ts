import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { AccountsDeps } from './deps.ts';

/** Interval in milliseconds at which signing secrets are created for new accounts. */
const pauseMs = 5_000;

/**
 * Creates the signing secrets of accounts, with which their callbacks are signed. One write creates the secrets of all
 * new accounts, even of all accounts after an upgrade from a version without secrets. An account that names its own
 * Secret gets no other secret.
 */
export class SecretMaker {
  readonly #deps: Pick<AccountsDeps, 'secrets' | 'clock' | 'logger'>;
  readonly #accounts: () => Iterable<AdAccount>;
  /** Uids of the accounts that are known to have a signing secret. */
  #done: ReadonlySet<string> = new Set();

  constructor(deps: Pick<AccountsDeps, 'secrets' | 'clock' | 'logger'>, accounts: () => Iterable<AdAccount>) {
    this.#deps = deps;
    this.#accounts = accounts;
  }

  /** Creates missing signing secrets until the signal aborts. Resolves after the last write has ended. */
  run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    const warnings = new SparseWarnings(this.#deps);
    const failed = (err: unknown): void => {
      warnings.warn({ err }, 'failed to create the signing secrets of new accounts; retrying in 5 s');
    };
    return runRounds({ round: () => this.#round(), pauseMs, clock, failed }, signal);
  }

  async #round(): Promise<void> {
    const accounts = [...this.#accounts()].filter(needsSecret);
    const added = accounts.filter(({ metadata }) => !this.#done.has(metadata.uid));
    if (added.length > 0) await this.#deps.secrets.ensure(added.map(({ metadata }) => metadata));
    this.#done = new Set(accounts.map(({ metadata }) => metadata.uid));
  }
}

/**
 * Reports whether a signing secret must be created if the account has none. Excludes an account that is being deleted,
 * because its secret may have been deleted with it.
 */
function needsSecret({ metadata, spec }: AdAccount): boolean {
  return metadata.deletionTimestamp === undefined && spec.webhookSecretRef === undefined;
}
