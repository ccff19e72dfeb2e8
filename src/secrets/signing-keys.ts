import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import { adAccountKind } from '../domain/kinds.ts';
import { hadSigningSecret } from '../domain/signing-secret.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import { isStoreError } from '../objects/store-error.ts';
import { NotLeadingError } from '../runtime/fence.ts';
import { SparseWarnings } from '../runtime/sparse-warnings.ts';
import type { ObjectStore } from '../store/port.ts';
import { secretBytes } from '../webhooks/signature.ts';
import { keysOf } from './account-secret.ts';
import type { AccountSecrets, Secrets } from './port.ts';

export interface SigningKeysDeps {
  store: Pick<ObjectStore, 'get'>;
  /** Secrets that accounts name in `spec.webhookSecretRef`. */
  secrets: Secrets;
  /** Generated signing secrets of the accounts that do not set `spec.webhookSecretRef`. */
  accountSecrets: Pick<AccountSecrets, 'ensure' | 'read'>;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Time in milliseconds for which the keys of an account are cached. With 50 callbacks per second for one account, the
 * cache reduces the reads to one per 2 s. New keys take effect after this time at the latest.
 */
const freshMs = 2_000;
/** Maximum number of accounts whose keys are cached. A full cache is cleared. */
const cachedMax = 10_000;
/**
 * Maximum number of keys that are used from one Secret of a user. Each key adds a signature to the header of a
 * callback, so the limit keeps this header small.
 */
const keysMax = 10;

type Keys = readonly Buffer[] | undefined;

/** Keys that sign the callbacks of accounts. Keys and secrets are never logged. */
export class SigningKeys {
  readonly #deps: SigningKeysDeps;
  readonly #warnings: SparseWarnings;
  readonly #cached = new Map<string, { atMs: number; keys: Promise<Keys> }>();

  constructor(deps: SigningKeysDeps) {
    this.#deps = deps;
    this.#warnings = new SparseWarnings(deps);
  }

  /**
   * Returns the keys that sign the callbacks of an account. The keys come from the Secret that the account names, or
   * else from its generated secret, which is created if the account never had one. Returns undefined if the account does not exist
   * or no usable key is found, and logs the cause. Throws if a retry may succeed.
   */
  of(account: ObjectKey): Promise<Keys> {
    const [text, nowMs] = [keyText(account), this.#deps.clock.monotonicMs()];
    const known = this.#cached.get(text);
    if (known !== undefined && nowMs - known.atMs < freshMs) return known.keys;
    if (this.#cached.size >= cachedMax) this.#cached.clear();
    const cached = { atMs: nowMs, keys: this.#read(account) };
    this.#cached.set(text, cached);
    cached.keys.catch(() => {
      if (this.#cached.get(text) === cached) this.#cached.delete(text);
    });
    return cached.keys;
  }

  async #read(account: ObjectKey): Promise<Keys> {
    const found = await this.#deps.store.get(adAccountKind, account);
    if (found === undefined) return undefined;
    const { webhookSecretRef: ref } = found.spec;
    try {
      const keys = await (ref === undefined
        ? this.#ownKeys(account, hadSigningSecret(found))
        : this.#referredKeys(account, ref.name));
      return keys.length > 0 ? keys : undefined;
    } catch (err) {
      if (err instanceof NotLeadingError || !isStoreError(err, 'NotFound', 'Forbidden', 'Invalid')) throw err;
      this.#warn(account, 'failed to read the signing secret of an account; its callbacks wait', { err });
      return undefined;
    }
  }

  async #ownKeys(account: ObjectKey, hadSecret: boolean): Promise<Buffer[]> {
    const { accountSecrets } = this.#deps;
    const known = await accountSecrets.read(account);
    if (known !== undefined) return keysOf(known);
    if (hadSecret) {
      this.#warn(
        account,
        'the signing secret of an account is lost; its callbacks wait until it is restored or rotated',
      );
      return [];
    }
    await accountSecrets.ensure([account]);
    const made = await accountSecrets.read(account);
    if (made === undefined) this.#warn(account, 'the signing secret of an account is damaged; its callbacks wait');
    return made === undefined ? [] : keysOf(made);
  }

  /**
   * Returns the keys in a user's Secret, sorted by the names of its values. Skips values that are not `whsec_` secrets.
   */
  async #referredKeys(account: ObjectKey, name: string): Promise<Buffer[]> {
    const secret = { namespace: account.namespace, name };
    const values = await this.#deps.secrets.read(secret);
    if (values === undefined) {
      this.#warn(
        account,
        'the Secret in webhookSecretRef of an account is missing or lacks the label adwright.dev/signing=true; its callbacks wait',
        { secret },
      );
      return [];
    }
    const byName = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const keys = byName.map(([key, value]) => ({ key, bytes: secretBytes(value.toString()) }));
    const wrong = keys.filter(({ bytes }) => bytes === undefined).map(({ key }) => key);
    if (wrong.length > 0 || keys.length === 0) {
      this.#warn(
        account,
        'the Secret in webhookSecretRef of an account has values that are not whsec_ secrets; ignoring these values',
        { secret, wrong },
      );
    }
    return keys.flatMap(({ bytes }) => bytes ?? []).slice(0, keysMax);
  }

  #warn(account: ObjectKey, message: string, fields: object = {}): void {
    this.#warnings.warn({ account: keyText(account), ...fields }, message);
  }
}
