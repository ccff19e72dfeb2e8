import { join } from 'node:path';
import { ArtifactArchive } from '../../../src/archive/artifact-archive.ts';
import { createAccountsController, type AccountsController } from '../../../src/controllers/accounts/controller.ts';
import type { AccountsDeps } from '../../../src/controllers/accounts/deps.ts';
import { countOpenDeliveries } from '../../../src/controllers/accounts/open-deliveries.ts';
import { adAccountKind } from '../../../src/domain/kinds.ts';
import type { ObjectEvent } from '../../../src/events/port.ts';
import { SqliteLedger } from '../../../src/ledger/sqlite-ledger.ts';
import type { AdAccount, AdAccountSpec } from '../../../src/schema/adaccount.ts';
import type { AccountSecrets } from '../../../src/secrets/port.ts';
import { SqliteAccountSecrets } from '../../../src/secrets/sqlite-account-secrets.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/store/sqlite-store.ts';
import { newSecret } from '../../../src/webhooks/signature.ts';
import { aroundCalls } from '../faults/around-calls.ts';
import { FakeClock } from '../time/fake-clock.ts';
import { MemoryArtifacts } from '../stores/memory-artifacts.ts';
import { loggerInto, type LogLine } from '../process/log-lines.ts';
import { SpiedStore } from '../faults/spied-store.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

const namespace = 'default';
export const acme = { namespace, name: 'acme' };

/** An accounts controller with a real store, a real ledger and a clock that the test moves. */
export class AccountsRig {
  readonly clock = new FakeClock('2026-11-01T12:00:00Z');
  readonly store: SqliteStore;
  readonly spied: SpiedStore;
  readonly ledger: SqliteLedger;
  readonly archive = new ArtifactArchive(new MemoryArtifacts());
  readonly secrets: SqliteAccountSecrets;
  /** Calls to the store of signing secrets, each as the method name followed by its arguments. */
  readonly secretCalls: unknown[][] = [];
  /** If set, every call to the store of signing secrets rejects with this error. */
  secretsFailure: Error | undefined;
  readonly lines: LogLine[] = [];
  readonly events: ObjectEvent[] = [];
  readonly deps: AccountsDeps;
  counts = { running: 0, pending: 0 };
  controller: AccountsController | undefined;
  #epochs = 0;
  #stop = new AbortController();
  readonly #folder = temporaryFolder();

  constructor() {
    const { clock } = this;
    this.store = openSqliteStore({ file: join(this.#folder.path, 'store.db'), clock });
    this.spied = new SpiedStore(this.store);
    this.ledger = new SqliteLedger({ file: join(this.#folder.path, 'ledger.db'), clock });
    this.secrets = new SqliteAccountSecrets({ file: join(this.#folder.path, 'secrets.db'), clock, newSecret });
    this.deps = {
      store: this.spied,
      secrets: this.#spiedSecrets(),
      ledger: this.ledger,
      clock,
      logger: loggerInto(this.lines),
      events: { emit: (event) => void this.events.push(event) },
      newEpoch: () => `epoch-${(this.#epochs += 1)}`,
      counts: () => this.counts,
      openDeliveries: (account) => countOpenDeliveries(this, account),
      namespace,
    };
  }

  async start(): Promise<AccountsController> {
    this.#stop = new AbortController();
    this.controller = createAccountsController(this.deps);
    await this.controller.start(this.#stop.signal);
    return this.controller;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.controller?.drain();
  }

  async close(): Promise<void> {
    await this.stop();
    this.ledger.close();
    this.secrets.close();
    this.store.close();
    this.#folder.remove();
  }

  async create(spec: Partial<AdAccountSpec> = {}, name = acme.name): Promise<void> {
    await this.store.create(adAccountKind, { metadata: { namespace, name }, spec: adAccountKind.parseSpec(spec) });
  }

  account(name = acme.name): Promise<AdAccount | undefined> {
    return this.store.get(adAccountKind, { namespace, name });
  }

  async status(): Promise<NonNullable<AdAccount['status']>> {
    return (await this.account())?.status ?? {};
  }

  /** Returns the status and reason of an account condition, such as `True Applied`. */
  async condition(type: string): Promise<string | undefined> {
    const found = (await this.status()).conditions?.find((one) => one.type === type);
    return found && `${found.status} ${found.reason}`;
  }

  /** Admits a job to the ledger as if its AdJob had been applied with kubectl. */
  async admit(jobId: string, credits: number): Promise<void> {
    const object = { namespace, name: jobId, uid: jobId };
    const origin = { kind: 'applied', object } as const;
    await this.ledger.admit({ jobId, account: acme, credits, seen: undefined, origin });
  }

  #spiedSecrets(): AccountSecrets {
    return aroundCalls<AccountSecrets>(this.secrets, (name, call, args) => {
      this.secretCalls.push([name, ...args]);
      return this.secretsFailure === undefined ? call() : Promise.reject(this.secretsFailure);
    });
  }

  get statusWrites(): number {
    return this.spied.calls.filter((call) => call === 'patchStatus AdAccount').length;
  }
}
