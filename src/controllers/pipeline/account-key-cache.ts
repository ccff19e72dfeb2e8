import { isDeepStrictEqual } from 'node:util';
import { auditAnnotations, hasUnfiledRow } from '../../domain/audit-annotation.ts';
import { findCondition } from '../../domain/conditions.ts';
import { accountOf } from '../../domain/account-of.ts';
import { defaultShare, type AccountShare } from '../../domain/fairness.ts';
import { apiKeyKind } from '../../domain/kinds.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import type { ObjectCache } from '../../runtime/object-cache.ts';
import { Reflector, type ReflectorOptions } from '../../runtime/reflector.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ApiKey, ApiKeySpec, ApiKeyStatus, KeyLimits } from '../../schema/apikey.ts';
import type { Condition } from '../../schema/resource-parts.ts';
import type { ObjectKey } from '../../objects/object-key.ts';

/** Cache of accounts and API keys, filled by watches. Recently created objects may be missing. */
export interface AccountKeyCache {
  isAccountKnown(account: ObjectKey): boolean;
  accountOfKey(key: ObjectKey): ObjectKey | undefined;
  shareOf(account: ObjectKey): AccountShare;
  queueName(account: ObjectKey): string | undefined;
  /**
   * Reports whether jobs of the account fail if none of the brand's web pages can be read. Undefined means that the
   * setting of the installation applies.
   */
  requiresReadableBrand(account: ObjectKey): boolean | undefined;
  ledgerPosition(account: ObjectKey): LedgerPosition | undefined;
}

export interface KeyOfAccount {
  key: ObjectKey;
  account: ObjectKey;
  /** Own limits of the key. Absent: the default limits apply. */
  limits?: KeyLimits;
  /** Annotations with rows of the audit log that are not filed yet. */
  unfiledRows?: Record<string, string>;
  /** Facts that decide about the condition `Ready` of the key, and that condition as it was written. */
  validity: KeyValidity;
}

export interface KeyValidity extends Pick<ApiKeySpec, 'revoked' | 'expiresAt'> {
  uid: string;
  generation: number;
  observedGeneration: number | undefined;
  ready: Pick<Condition, 'status' | 'reason' | 'lastTransitionTime'> | undefined;
}

type Watching = Pick<ReflectorOptions<never, never, never>, 'store' | 'clock' | 'logger'> & {
  select: { namespace?: string };
};

interface AccountView {
  share: AccountShare;
  queueName: string | undefined;
  position: LedgerPosition | undefined;
}

export interface WatchedAccounts {
  cache: Pick<ObjectCache<AdAccount>, 'get' | 'onChange'>;
  whenSynced(): Promise<void>;
}

/**
 * Cache of the accounts and API keys of one namespace or of all namespaces. The cache needs a few hundred bytes per
 * key.
 */
export class WatchedAccountKeyCache implements AccountKeyCache {
  readonly #accounts: WatchedAccounts;
  readonly #keys: Reflector<ApiKeySpec, ApiKeyStatus, KeyOfAccount>;

  constructor(watching: Watching, accounts: WatchedAccounts) {
    this.#accounts = accounts;
    this.#keys = new Reflector({ ...watching, kind: apiKeyKind, transform: keyView });
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#keys.run(signal);
  }

  async whenSynced(): Promise<void> {
    await Promise.all([this.#accounts.whenSynced(), this.#keys.whenSynced()]);
  }

  isAccountKnown(account: ObjectKey): boolean {
    return this.#accounts.cache.get(account) !== undefined;
  }

  accountOfKey(key: ObjectKey): ObjectKey | undefined {
    return this.#keys.cache.get(key)?.account;
  }

  shareOf(account: ObjectKey): AccountShare {
    const { share } = this.#view(account) ?? {};
    return share ?? defaultShare;
  }

  queueName(account: ObjectKey): string | undefined {
    return this.#view(account)?.queueName;
  }

  ledgerPosition(account: ObjectKey): LedgerPosition | undefined {
    return this.#view(account)?.position;
  }

  requiresReadableBrand(account: ObjectKey): boolean | undefined {
    return this.#accounts.cache.get(account)?.spec.requireReadableBrand;
  }

  get watchedKeys(): Pick<ObjectCache<KeyOfAccount>, 'get' | 'onChange' | 'values'> {
    return this.#keys.cache;
  }

  keys(): Iterable<KeyOfAccount> {
    return this.#keys.cache.values();
  }

  onAccountChange(listener: (account: ObjectKey) => void): () => void {
    return this.#accounts.cache.onChange((change) => {
      const isSame =
        change.type === 'updated' && isDeepStrictEqual(accountView(change.before), accountView(change.view));
      if (!isSame) listener(change.key);
    });
  }

  #view(account: ObjectKey): AccountView | undefined {
    const known = this.#accounts.cache.get(account);
    return known && accountView(known);
  }
}

function accountView({ spec, status }: AdAccount): AccountView {
  const { weight, maxRunningJobs, queueName } = spec;
  const { epoch, sequence } = status?.ledger ?? {};
  const position = epoch === undefined || sequence === undefined ? undefined : { epoch, sequence };
  return { share: { weight, maxRunningJobs }, queueName, position };
}

function keyView(key: ApiKey): KeyOfAccount {
  const { namespace, name, annotations } = key.metadata;
  const { limits } = key.spec;
  const view = {
    key: { namespace, name },
    account: accountOf(key),
    ...(limits && { limits }),
    validity: validityOf(key),
  };
  return hasUnfiledRow(key.metadata) ? { ...view, unfiledRows: auditAnnotations(annotations) } : view;
}

function validityOf({ metadata: { uid, generation }, spec: { revoked, expiresAt }, status }: ApiKey): KeyValidity {
  const { observedGeneration, conditions } = status ?? {};
  const found = findCondition(conditions, 'Ready');
  const ready = found && {
    status: found.status,
    reason: found.reason,
    lastTransitionTime: found.lastTransitionTime,
  };
  return { uid, generation, revoked, ...(expiresAt !== undefined && { expiresAt }), observedGeneration, ready };
}
