import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { createHttpService } from '../../../src/http/server.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import type { AddressRules } from '../../../src/domain/address-rule.ts';
import { adAccountKind, adJobKind } from '../../../src/domain/kinds.ts';
import { timestamp } from '../../../src/domain/timestamp.ts';
import type { CallbackDeps } from '../../../src/controllers/callback/deps.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { createControllers, type Controllers } from '../../../src/roles/controllers.ts';
import { signingKeysOf } from '../../../src/roles/signing.ts';
import { writeLane } from '../../../src/runtime/fence.ts';
import { ledgerThrough } from '../../../src/runtime/fenced-ledger.ts';
import { storeThrough } from '../../../src/runtime/fenced-store.ts';
import type { AdJob, AdJobStatus } from '../../../src/schema/adjob.ts';
import type { WebhookSender } from '../../../src/webhooks/port.ts';
import { Installation } from '../installation/installation.ts';
import { createAccount, namespace, price } from '../installation/objects.ts';
import { pipelineConfig } from '../installation/pipeline-config.ts';
import { imageSpec } from '../pipeline/build-job.ts';
import { FakeLauncher } from '../pipeline/fake-launcher.ts';
import { until } from '../process/until.ts';

const accounts = ['acme', 'globex', 'initech', 'umbrella'];
/** A job response of about 4 kB. */
const response = { notes: Array.from({ length: 40 }, (_, line) => `line ${line}`.padEnd(97, '.')) };

/**
 * The controllers of a local installation on a data folder, with a webhook sender from the caller. `maxRunningJobs` is
 * 0, so no job starts, and the caller writes the final statuses.
 */
export class CallbackInstallation {
  readonly store: Installation['store'];
  /** Returns the keys that sign the callbacks of an account. */
  readonly signingKeys: CallbackDeps['signingKeys'];
  readonly #home: Installation;
  readonly #controllers: Controllers;
  readonly #stop = new AbortController();

  constructor(folder: string, { sender, addressRules }: { sender: WebhookSender; addressRules: AddressRules }) {
    this.#home = new Installation({ folder: { path: folder, remove: () => undefined } });
    const { store, artifacts, ledger, rateLimiter, secrets, accountSecrets, registry, events, clock } = this.#home;
    const logger = pino({ level: 'error' });
    this.store = store;
    this.signingKeys = signingKeysOf({ secrets, accountSecrets }, { store, logger });
    const http = createHttpService();
    const lane = writeLane(() => http.whenQuiet());
    this.#controllers = createControllers({
      ...{ artifacts, accountSecrets, events, logger, registry, launcher: new FakeLauncher(clock) },
      store: storeThrough(store, lane),
      ledgerBackend: { ledger: { ...ledgerThrough(ledger, lane), audit: ledger.audit }, rateLimiter },
      caches: () => undefined,
      pipeline: pipelineConfig({ namespace, maxRunningJobs: 0, allowHttpCallbacks: true, addressRules }),
      callbacks: { sender, signingKeys: this.signingKeys, allowHttp: true },
      retention: { ttlSeconds: 86_400, finishedJobsMax: 100_000, archiveDays: 30, auditLogDays: 400 },
      hasAccountMetrics: false,
      windowDefaults: {},
    });
  }

  start(): Promise<void> {
    return this.#controllers.start(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#controllers.drain();
    this.#home.close();
  }

  /** Creates the accounts that do not exist yet. An earlier process on this folder may have created them. */
  async createAccounts(): Promise<void> {
    for (const name of accounts) {
      if ((await this.store.get(adAccountKind, { namespace, name })) !== undefined) continue;
      await createAccount(this, { creditGrants: [{ id: 'first', amount: 1_000_000 }] }, { namespace, name });
    }
  }

  /** Creates one waiting job per callback URL. Resolves when all of the jobs are admitted. */
  async createJobs(urls: readonly string[]): Promise<ObjectKey[]> {
    const keys: ObjectKey[] = [];
    for (const [index, callbackUrl] of urls.entries()) {
      const { apiKeyRef: _, ...spec } = imageSpec({ callbackUrl });
      const name = accounts[index % accounts.length] ?? '';
      const metadata = { namespace, name: uuidV7() };
      await this.store.create(adJobKind, { metadata, spec: { ...spec, accountRef: { name } } });
      keys.push(metadata);
    }
    for (const key of keys) await until(async () => (await this.job(key))?.status?.credits !== undefined);
    return keys;
  }

  /** Writes the final status of a job. From then on, its callback is due. */
  async end(key: ObjectKey): Promise<void> {
    const status: AdJobStatus = {
      phase: 'SUCCESS',
      response,
      completionTime: timestamp(systemClock.now()),
      credits: { required: price, charged: price },
    };
    await this.store.patchStatus(adJobKind, key, { status });
  }

  job(key: ObjectKey): Promise<AdJob | undefined> {
    return this.store.get(adJobKind, key);
  }

  async jobs(): Promise<AdJob[]> {
    return (await this.store.list(adJobKind)).items;
  }
}
