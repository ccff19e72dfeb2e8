import { createAccountsController, type AccountsController } from '../../../src/controllers/accounts/controller.ts';
import type { AccountsDeps } from '../../../src/controllers/accounts/deps.ts';
import { countOpenDeliveries } from '../../../src/controllers/accounts/open-deliveries.ts';
import { adAccountKind } from '../../../src/domain/kinds.ts';
import type { AdAccount, AdAccountSpec } from '../../../src/schema/adaccount.ts';
import type { AccountSecrets } from '../../../src/secrets/port.ts';
import { aroundCalls } from '../faults/around-calls.ts';
import { SpiedStore } from '../faults/spied-store.ts';
import { Installation } from '../installation/installation.ts';
import { acme, createAccount, namespace } from '../installation/objects.ts';
import { FakeClock } from '../time/fake-clock.ts';

/** An accounts controller with a clock that the test moves. */
export class AccountsRig {
  readonly clock = new FakeClock('2026-11-01T12:00:00Z');
  readonly #home = new Installation({ clock: this.clock });
  readonly store = this.#home.store;
  readonly spied = new SpiedStore(this.store);
  readonly ledger = this.#home.ledger;
  readonly archive = this.#home.archive;
  readonly secrets = this.#home.accountSecrets;
  /** Calls to the store of signing secrets, each as the method name followed by its arguments. */
  readonly secretCalls: unknown[][] = [];
  /** If set, every call to the store of signing secrets rejects with this error. */
  secretsFailure: Error | undefined;
  readonly lines = this.#home.lines;
  readonly events = this.#home.emitted;
  counts = { running: 0, pending: 0 };
  controller: AccountsController | undefined;
  #epochs = 0;
  #stop = new AbortController();
  readonly deps: AccountsDeps = {
    ...{ store: this.spied, secrets: this.#spiedSecrets(), ledger: this.ledger, clock: this.clock, namespace },
    ...{ logger: this.#home.logger, events: this.#home.events },
    newEpoch: () => `epoch-${(this.#epochs += 1)}`,
    counts: () => this.counts,
    openDeliveries: (account) => countOpenDeliveries(this, account),
  };

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
    this.#home.close();
  }

  async create(spec: Partial<AdAccountSpec> = {}, name = acme.name): Promise<void> {
    await createAccount(this, spec, { namespace, name });
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
