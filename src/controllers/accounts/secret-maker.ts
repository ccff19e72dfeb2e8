import { hadSigningSecret } from '../../domain/signing-secret.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { ObjectCache } from '../../runtime/object-cache.ts';
import { isStoreError } from '../../objects/store-error.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { AccountsDeps } from './deps.ts';

/** Interval in milliseconds at which signing secrets are created for new accounts. */
const pauseMs = 5_000;

/** Interval in milliseconds at which the secrets of all accounts are checked. */
const checkMs = 30_000;

/**
 * Creates the signing secrets of new accounts, with which their callbacks are signed, and finds those that are lost. One
 * write creates the secrets of all new accounts, even of all accounts after an upgrade from a version without secrets. An
 * account that names its own Secret gets no other secret.
 *
 * Guarantee: an account whose status records that it had a secret gets no other one here, because its receivers would
 * reject what is signed with it.
 */
export class SecretMaker {
  readonly #deps: SecretMakerDeps;
  readonly #accounts: Pick<ObjectCache<AdAccount>, 'values'>;
  readonly #onChange: (account: ObjectKey) => void;
  /** True for each account that has a usable signing secret, by its uid. */
  #known: ReadonlyMap<string, boolean> = new Map();
  #checkedMs = -Infinity;

  constructor(
    deps: SecretMakerDeps,
    accounts: Pick<ObjectCache<AdAccount>, 'values'>,
    onChange: (account: ObjectKey) => void,
  ) {
    this.#deps = deps;
    this.#accounts = accounts;
    this.#onChange = onChange;
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

  /** Reports whether the account has a usable signing secret. Undefined: not known, or the account needs none. */
  hasSecret({ metadata }: AdAccount): boolean | undefined {
    return this.#known.get(metadata.uid);
  }

  /** Returns the number of accounts whose signing secret is lost. */
  lostCount(): number {
    return [...this.#known.values()].filter((hasSecret) => !hasSecret).length;
  }

  async #round(): Promise<void> {
    const accounts = [...this.#accounts.values()].filter(needsSecret);
    const nowMs = this.#deps.clock.monotonicMs();
    const isDue = nowMs - this.#checkedMs >= checkMs;
    const unseen = accounts.filter(({ metadata }) => isDue || this.#known.get(metadata.uid) !== true);
    const added = unseen.filter((account) => !this.#hadSecret(account));
    try {
      if (added.length > 0) await this.#deps.secrets.ensure(added.map(({ metadata }) => metadata));
    } finally {
      await this.#check(accounts, new Set(unseen));
    }
    if (isDue) this.#checkedMs = nowMs;
  }

  /** Reads the secrets of the unseen accounts. An account that never had a secret stays unknown without one. */
  async #check(accounts: readonly AdAccount[], unseen: ReadonlySet<AdAccount>): Promise<void> {
    const known = new Map<string, boolean>();
    for (const account of accounts) {
      const { uid } = account.metadata;
      const before = this.#known.get(uid);
      const hasSecret = unseen.has(account) ? await this.#isThere(account.metadata) : before;
      if (hasSecret === true || this.#hadSecret(account)) known.set(uid, hasSecret === true);
    }
    const before = this.#known;
    this.#known = known;
    for (const { metadata } of accounts)
      if (before.get(metadata.uid) !== known.get(metadata.uid)) this.#onChange(metadata);
  }

  #hadSecret(account: AdAccount): boolean {
    return this.#known.has(account.metadata.uid) || hadSigningSecret(account);
  }

  /** Reports whether the account has a secret. Without the Kubernetes Secret with all of them, no account has one. */
  async #isThere(account: ObjectKey): Promise<boolean> {
    try {
      return (await this.#deps.secrets.read(account)) !== undefined;
    } catch (error) {
      if (isStoreError(error, 'NotFound')) return false;
      throw error;
    }
  }
}

type SecretMakerDeps = Pick<AccountsDeps, 'secrets' | 'clock' | 'logger'>;

/**
 * Reports whether a signing secret must be created if the account has none. Excludes an account that is being deleted,
 * because its secret may have been deleted with it.
 */
function needsSecret({ metadata, spec }: AdAccount): boolean {
  return metadata.deletionTimestamp === undefined && spec.webhookSecretRef === undefined;
}
