import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { AccountsDeps } from './deps.ts';

/** Interval at which new accounts get their signing secret. */
const pauseMs = 5_000;

/**
 * Creates the signing secrets of accounts.
 *
 * Guarantee: the secrets of all new accounts are created by one write, also after an upgrade from a version without
 * secrets. An account that names its own Secret gets none.
 */
export class SecretMaker {
  readonly #deps: Pick<AccountsDeps, 'secrets' | 'clock' | 'logger'>;
  readonly #accounts: () => Iterable<AdAccount>;
  /** Uids of the accounts that have a secret. */
  #done: ReadonlySet<string> = new Set();

  constructor(deps: Pick<AccountsDeps, 'secrets' | 'clock' | 'logger'>, accounts: () => Iterable<AdAccount>) {
    this.#deps = deps;
    this.#accounts = accounts;
  }

  /** Creates missing secrets until the signal aborts. Resolves when no write is running any more. */
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

/** Reports whether the account needs a secret. The secret of an account in deletion may be deleted already. */
function needsSecret({ metadata, spec }: AdAccount): boolean {
  return metadata.deletionTimestamp === undefined && spec.webhookSecretRef === undefined;
}
