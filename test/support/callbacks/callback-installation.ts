import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { createHttpService } from '../../../src/http/server.ts';
import { DirectoryArtifacts } from '../../../src/artifacts/directory-artifacts.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import type { AddressRules } from '../../../src/domain/address-rule.ts';
import { adAccountKind, adJobKind } from '../../../src/domain/kinds.ts';
import { priceList } from '../../../src/domain/pricing.ts';
import { timestamp } from '../../../src/domain/timestamp.ts';
import type { CallbackDeps } from '../../../src/controllers/callback/deps.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { createControllers, type Controllers } from '../../../src/roles/controllers.ts';
import { openSqliteLedger, type LedgerHome } from '../../../src/roles/ledger.ts';
import { localSigning, signingKeysOf } from '../../../src/roles/signing.ts';
import { writeLane } from '../../../src/runtime/fence.ts';
import { ledgerThrough } from '../../../src/runtime/fenced-ledger.ts';
import { storeThrough } from '../../../src/runtime/fenced-store.ts';
import type { AdJob, AdJobStatus } from '../../../src/schema/adjob.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/store/sqlite-store.ts';
import type { WebhookSender } from '../../../src/webhooks/port.ts';
import { imageSpec } from '../pipeline/build-job.ts';
import { FakeLauncher } from '../pipeline/fake-launcher.ts';
import { until } from '../process/until.ts';

const namespace = 'default';
const accounts = ['acme', 'globex', 'initech', 'umbrella'];
const credits = 5;
/** A job response of about 4 kB. */
const response = { notes: Array.from({ length: 40 }, (_, line) => `line ${line}`.padEnd(97, '.')) };

/**
 * The controllers of a local installation on a data folder, with a webhook sender from the caller. `maxRunningJobs` is
 * 0, so no job starts, and the caller writes the final statuses.
 */
export class CallbackInstallation {
  readonly store: SqliteStore;
  /** Returns the keys that sign the callbacks of an account. */
  readonly signingKeys: CallbackDeps['signingKeys'];
  readonly #books: LedgerHome;
  readonly #signing: ReturnType<typeof localSigning>;
  readonly #controllers: Controllers;
  readonly #stop = new AbortController();

  constructor(folder: string, { sender, addressRules }: { sender: WebhookSender; addressRules: AddressRules }) {
    this.store = openSqliteStore({ file: join(folder, 'store.db'), clock: systemClock });
    this.#books = openSqliteLedger(folder, systemClock);
    this.#signing = localSigning(folder);
    const logger = pino({ level: 'error' });
    this.signingKeys = signingKeysOf(this.#signing, { store: this.store, logger });
    const http = createHttpService();
    const lane = writeLane(() => http.whenQuiet());
    const { ledger, rateLimiter } = this.#books;
    this.#controllers = createControllers({
      store: storeThrough(this.store, lane),
      launcher: new FakeLauncher(systemClock),
      artifacts: new DirectoryArtifacts(join(folder, 'artifacts')),
      books: { ledger: { ...ledgerThrough(ledger, lane), audit: ledger.audit }, rateLimiter },
      events: { emit: () => undefined },
      logger,
      registry: new Registry(),
      caches: () => undefined,
      pipeline: {
        ...{ namespace, publicBase: 'http://ads.example', installationSecret: 'secret', maxRunningJobs: 0 },
        ...{ prices: priceList(), stageDeadlineSeconds: {}, stageWaitSeconds: 0 },
        ...{ allowHttpCallbacks: true, requireReadableBrand: false, addressRules },
      },
      callbacks: { sender, signingKeys: this.signingKeys, allowHttp: true },
      accountSecrets: this.#signing.accountSecrets,
      retention: { ttlSeconds: 86_400, finishedJobsMax: 100_000, archiveDays: 30 },
      hasAccountMetrics: false,
    });
  }

  start(): Promise<void> {
    return this.#controllers.start(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#controllers.drain();
    this.#books.close();
    this.#signing.accountSecrets.close();
    this.store.close();
  }

  /** Creates the accounts that do not exist yet. An earlier process on this folder may have created them. */
  async createAccounts(): Promise<void> {
    for (const name of accounts) {
      const spec = adAccountKind.parseSpec({ creditGrants: [{ id: 'first', amount: 1_000_000 }] });
      if ((await this.store.get(adAccountKind, { namespace, name })) !== undefined) continue;
      await this.store.create(adAccountKind, { metadata: { namespace, name }, spec });
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
      credits: { required: credits, charged: credits },
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
