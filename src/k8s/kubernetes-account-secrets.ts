import { z } from 'zod';
import type { Clock } from '../clock/port.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import { isStoreError, StoreError } from '../objects/store-error.ts';
import { formatAccountSecret, parseAccountSecret, rotated } from '../secrets/account-secret.ts';
import type { AccountSecret, AccountSecrets } from '../secrets/port.ts';
import { objectPath, queryOf } from './resource-path.ts';
import type { RestClient } from './rest-client.ts';

const kind = { apiVersion: 'v1', plural: 'secrets' };
const mergePatch = 'application/merge-patch+json';
/**
 * Maximum number of times that a change is tried. A try fails with a conflict only if another process has written the
 * Secret in the meantime.
 */
const triesMax = 50;
/** Maximum length of a key in a Secret (Kubernetes). A key contains the namespace and the name of an account. */
const keyLengthMax = 253;
/**
 * Maximum size of the Secret in bytes, as estimated by `sizeOf`, which also counts the keys. It keeps the Secret within
 * both limits: 1 MiB for the values (Kubernetes) and 1.5 MiB in total (etcd).
 */
const sizeMax = 1_048_576;

const Secret = z.object({
  metadata: z.object({ resourceVersion: z.string() }),
  data: z.record(z.string(), z.base64()).optional(),
});

/** Content of the Secret at one version: the stored texts by key. */
interface Snapshot {
  version: string;
  texts: ReadonlyMap<string, string>;
}

export interface KubernetesAccountSecretsOptions {
  client: Pick<RestClient, 'json' | 'fieldManager'>;
  /** Namespace and name of the Secret for the signing secrets of all accounts. The Secret must exist. */
  secret: ObjectKey;
  clock: Clock;
  newSecret: () => string;
  /**
   * Time in milliseconds for which reads reuse the last response of the API server. The default is 0: every read sends
   * a request.
   */
  freshMs?: number;
}

/**
 * Stores the signing secrets of all accounts in one Kubernetes Secret, with the key `<namespace>.<account>` for each
 * account.
 *
 * Guarantee: no write overwrites the change of another process. A write contains the version of the Secret that it was
 * computed from. If the version is outdated, the API server refuses the write, and the write is computed again.
 */
export class KubernetesAccountSecrets implements AccountSecrets {
  readonly #options: KubernetesAccountSecretsOptions;
  #cached: { atMs: number; snapshot: Promise<Snapshot> } | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(options: KubernetesAccountSecretsOptions) {
    this.#options = options;
  }

  async ensure(accounts: readonly ObjectKey[]): Promise<void> {
    const keys = accounts.map(keyOf).filter(isStorable);
    await this.#write(({ texts }) => {
      const missing = keys.filter((key) => !texts.has(key));
      return new Map(missing.map((key) => [key, formatAccountSecret({ current: this.#options.newSecret() })]));
    });
    accounts.forEach(checkKey);
  }

  async read(account: ObjectKey): Promise<AccountSecret | undefined> {
    return this.#parsed(account, await this.#recent());
  }

  async rotate(account: ObjectKey, overlapMs: number): Promise<AccountSecret> {
    checkKey(account);
    const { clock, newSecret } = this.#options;
    let after: AccountSecret = { current: newSecret() };
    await this.#write((snapshot) => {
      after = rotated(this.#parsed(account, snapshot), after.current, { now: clock.now(), overlapMs });
      return new Map([[keyOf(account), formatAccountSecret(after)]]);
    });
    return after;
  }

  async delete(account: ObjectKey): Promise<void> {
    const key = keyOf(account);
    try {
      await this.#write(({ texts }) => new Map(texts.has(key) ? [[key, null]] : []));
    } catch (error) {
      if (!isStoreError(error, 'NotFound')) throw error;
    }
  }

  #parsed(account: ObjectKey, { texts }: Snapshot): AccountSecret | undefined {
    return parseAccountSecret(texts.get(keyOf(account)) ?? '', this.#options.clock.now());
  }

  /**
   * Writes a change of the Secret after all earlier writes of this process, so that these writes do not conflict. After
   * the write, the next read sends a request to the API server instead of using the last response.
   */
  #write(change: (snapshot: Snapshot) => ReadonlyMap<string, string | null>): Promise<void> {
    const written = this.#lastWrite.then(() => this.#writeNow(change));
    this.#lastWrite = written.catch(() => undefined);
    return written.finally(() => {
      this.#cached = undefined;
    });
  }

  async #writeNow(change: (snapshot: Snapshot) => ReadonlyMap<string, string | null>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const snapshot = await this.#get();
      const changes = change(snapshot);
      if (changes.size === 0) return;
      this.#checkSize(snapshot, changes);
      try {
        await this.#patch(snapshot.version, changes);
        return;
      } catch (error) {
        if (!isStoreError(error, 'Conflict') || tries === triesMax) throw error;
      }
    }
  }

  async #patch(resourceVersion: string, changes: ReadonlyMap<string, string | null>): Promise<void> {
    const { client, secret } = this.#options;
    const texts = [...changes].map(([key, text]) => [key, text && Buffer.from(text).toString('base64')]);
    const path = `${objectPath(kind, secret)}${queryOf({ fieldManager: client.fieldManager })}`;
    const body = { metadata: { resourceVersion }, data: Object.fromEntries(texts) as object };
    await client.json({ method: 'PATCH', path, body, contentType: mergePatch });
  }

  #checkSize({ texts }: Snapshot, changes: ReadonlyMap<string, string | null>): void {
    const after = new Map<string, string | null>([...texts, ...changes]);
    if (sizeOf(after) <= sizeMax || sizeOf(after) <= sizeOf(texts)) return;
    throw new StoreError(
      'Invalid',
      `Secret ${keyText(this.#options.secret)} is full with the signing secrets of ${texts.size} accounts, because Kubernetes limits a Secret to 1 MiB. Delete accounts, or let accounts sign with their own Secrets (spec.webhookSecretRef).`,
    );
  }

  /** Returns the content of the Secret, which is at most `freshMs` old. Concurrent calls share one request. */
  #recent(): Promise<Snapshot> {
    const { clock, freshMs = 0 } = this.#options;
    const nowMs = clock.monotonicMs();
    if (this.#cached !== undefined && nowMs - this.#cached.atMs < freshMs) return this.#cached.snapshot;
    const cached = { atMs: nowMs, snapshot: this.#get() };
    this.#cached = cached;
    cached.snapshot.catch(() => {
      if (this.#cached === cached) this.#cached = undefined;
    });
    return cached.snapshot;
  }

  async #get(): Promise<Snapshot> {
    const { client, secret } = this.#options;
    const sent = await client.json({ method: 'GET', path: objectPath(kind, secret) }).catch((error: unknown) => {
      throw isStoreError(error, 'NotFound') ? missing(secret) : error;
    });
    const { data: parsed } = Secret.safeParse(sent);
    if (parsed === undefined) {
      throw new StoreError('Unavailable', 'The API server returned a response that is not a valid Secret.');
    }
    const texts = Object.entries(parsed.data ?? {}).map(([key, text]): [string, string] => [
      key,
      Buffer.from(text, 'base64').toString(),
    ]);
    return { version: parsed.metadata.resourceVersion, texts: new Map(texts) };
  }
}

/**
 * Returns the key under which the Secret has the signing secret of an account. The key is unique, because a namespace
 * contains no dot.
 */
function keyOf({ namespace, name }: ObjectKey): string {
  return `${namespace}.${name}`;
}

function isStorable(key: string): boolean {
  return key.length <= keyLengthMax;
}

/** Throws `StoreError('Invalid')` if the Secret cannot have the key of the account. */
function checkKey(account: ObjectKey): void {
  const key = keyOf(account);
  if (isStorable(key)) return;
  throw new StoreError(
    'Invalid',
    `The signing secret of the account ${keyText(account)} cannot be stored, because its key would have ${key.length} characters, and Kubernetes allows ${keyLengthMax}. Give the account a shorter name, or let it sign with its own Secret (spec.webhookSecretRef).`,
  );
}

/**
 * Returns an upper estimate of the Secret's size in etcd, in bytes. Counts each key three times, because the managed
 * fields of the Secret also contain the key, with some text around it.
 */
function sizeOf(texts: ReadonlyMap<string, string | null>): number {
  let size = 0;
  for (const [key, text] of texts) if (text !== null) size += 3 * key.length + text.length;
  return size;
}

function missing(secret: ObjectKey): StoreError {
  return new StoreError(
    'NotFound',
    `Secret ${keyText(secret)}, which holds the signing secrets of accounts, not found. Run \`helm upgrade\` to create it again, or set ADWRIGHT_ACCOUNT_SECRETS to NAMESPACE/NAME of the Secret.`,
  );
}
