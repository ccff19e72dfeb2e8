import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { ArtifactArchive } from '../../../src/archive/artifact-archive.ts';
import { DirectoryArtifacts } from '../../../src/artifacts/directory-artifacts.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import type { Clock } from '../../../src/clock/port.ts';
import type { PipelineConfig, PipelineDeps } from '../../../src/controllers/pipeline/deps.ts';
import type { WatchedAccounts } from '../../../src/controllers/pipeline/account-key-cache.ts';
import { createPipelineMetrics } from '../../../src/controllers/pipeline/metrics.ts';
import { parseAddressRules } from '../../../src/domain/address-rule.ts';
import { priceList, requiredCredits } from '../../../src/domain/pricing.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import type { ObjectEvent } from '../../../src/events/port.ts';
import type { StageAttempt } from '../../../src/launch/port.ts';
import { Reflector } from '../../../src/runtime/reflector.ts';
import type { AdAccount } from '../../../src/schema/adaccount.ts';
import type { AdJob, AdJobSpec } from '../../../src/schema/adjob.ts';
import { SqliteLedger } from '../../../src/ledger/sqlite-ledger.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/store/sqlite-store.ts';
import { imageSpec } from './build-job.ts';
import { pathOf } from './path-of.ts';
import { FakeLauncher } from './fake-launcher.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

export const namespace = 'default';
export const acme = { namespace, name: 'acme' };
/** Credits granted to the account `acme`. */
export const granted = 1_000_000;

/** Returns a function that copies the ledger's position and balance into the status of an account. */
export function mirrorInto(store: ObjectStore, ledger: SqliteLedger): (account: ObjectKey) => void {
  const mirror = async (account: ObjectKey): Promise<void> => {
    const { position, retired, retiring, ...credits } = await ledger.balance(account);
    await store.patchStatus(adAccountKind, account, {
      status: { credits, ledger: { ...position, retired, retiring } },
    });
  };
  // Errors are ignored: the reconcile that waits for the copy requests another one.
  return (account) => void mirror(account).catch(() => undefined);
}

/** Watches the accounts. In the service, the accounts controller does this for all controllers. */
export function watchAccounts(store: ObjectStore, signal: AbortSignal): WatchedAccounts {
  const logger = pino({ level: 'silent' });
  const transform = (account: AdAccount): AdAccount => account;
  const accounts = new Reflector({ store, kind: adAccountKind, transform, clock: systemClock, logger });
  void accounts.run(signal);
  return accounts;
}

/** The pipeline controller with a SQLite store and ledger, a folder of artifacts, and attempts that the test ends. */
export class PipelineRig {
  readonly store: SqliteStore;
  readonly artifacts: DirectoryArtifacts;
  readonly archive: ArtifactArchive;
  readonly ledger: SqliteLedger;
  readonly launcher: FakeLauncher;
  readonly events: ObjectEvent[] = [];
  readonly registry = new Registry();
  readonly deps: PipelineDeps;
  readonly #folder = temporaryFolder();
  readonly #stop = new AbortController();

  private constructor(clock: Clock, config: Partial<PipelineConfig>) {
    const { path } = this.#folder;
    this.store = openSqliteStore({ file: join(path, 'test.db'), clock });
    this.ledger = new SqliteLedger({ file: join(path, 'ledger.db'), clock });
    this.artifacts = new DirectoryArtifacts(join(path, 'artifacts'));
    this.archive = new ArtifactArchive(this.artifacts);
    this.launcher = new FakeLauncher(clock);
    this.deps = {
      store: this.store,
      accounts: watchAccounts(this.store, this.#stop.signal),
      artifacts: this.artifacts,
      archive: this.archive,
      ledger: this.ledger,
      expectMirror: mirrorInto(this.store, this.ledger),
      launcher: this.launcher,
      clock,
      logger: pino({ level: 'silent' }),
      events: { emit: (event) => void this.events.push(event) },
      metrics: createPipelineMetrics(this.registry),
      config: {
        publicBase: 'http://ads.example',
        installationSecret: 'secret',
        maxRunningJobs: 20,
        prices: priceList(),
        stageDeadlineSeconds: {},
        stageWaitSeconds: 0,
        addressRules: parseAddressRules({ allow: '', deny: '' }),
        allowHttpCallbacks: false,
        requireReadableBrand: false,
        ...config,
      },
    };
  }

  static async open(clock: Clock, config: Partial<PipelineConfig> = {}): Promise<PipelineRig> {
    const rig = new PipelineRig(clock, config);
    await rig.ledger.audit.begin('epoch-1');
    for (const place of new Set([namespace, config.namespace ?? namespace])) {
      await rig.ledger.grant({ ...acme, namespace: place }, { id: 'start', amount: granted });
    }
    await rig.store.create(adAccountKind, { metadata: acme, spec: adAccountKind.parseSpec({}) });
    const key = apiKeyKind.parseSpec({ accountRef: { name: 'acme' }, secretHash: 'a'.repeat(64) });
    await rig.store.create(apiKeyKind, { metadata: { namespace, name: 'acme-key' }, spec: key });
    return rig;
  }

  close(): void {
    this.#stop.abort();
    this.store.close();
    this.ledger.close();
    this.#folder.remove();
  }

  /** Admits a job to the ledger and creates its AdJob, as the API does. */
  async createJob(spec: AdJobSpec = imageSpec(), key: ObjectKey = { namespace, name: uuidV7() }): Promise<ObjectKey> {
    await this.admit(key, spec);
    return this.applyJob(spec, key);
  }

  async admit(key: ObjectKey, spec: AdJobSpec): Promise<void> {
    const account = { namespace: key.namespace, name: spec.accountRef.name };
    const origin = { kind: 'request', object: key, intent: '{}' } as const;
    const admission = { jobId: key.name, account, credits: requiredCredits(spec) ?? NaN, seen: undefined, origin };
    const { kind } = await this.ledger.admit(admission);
    if (kind !== 'accepted') throw new Error(`the job was not admitted: ${kind}`);
  }

  /** Creates an AdJob without an admission, as `kubectl apply` does, but with the finalizer. */
  async applyJob(spec: AdJobSpec = imageSpec(), key: ObjectKey = { namespace, name: uuidV7() }): Promise<ObjectKey> {
    const { name } = key;
    const metadata = { namespace: key.namespace, name, finalizers: ['adwright.dev/cleanup'] };
    await this.store.create(adJobKind, { metadata, spec });
    return { namespace: key.namespace, name };
  }

  job(key: ObjectKey): Promise<AdJob | undefined> {
    return this.store.get(adJobKind, key);
  }

  /** Writes the output files and the result of a stage, and ends its attempt. */
  async finish(launched: StageAttempt): Promise<void> {
    const { stage, attempt, input } = launched;
    const names = Object.keys(input.outputs);
    for (const name of names) await writeDeep(pathOf(input.outputs[name]), `${stage} ${attempt}`);
    const files = names.map((name) => ({ name, sha256: 'f00', bytes: 9, contentType: 'image/png' }));
    const pictures = names.filter((name) => name.endsWith('.png'));
    const response = stage === 'image' ? { images: pictures.map((file) => ({ file })) } : undefined;
    const result = { stage, attempt, summary: 'Done.', files, ...(response && { response }) };
    await writeDeep(pathOf(input.result), JSON.stringify(result));
    this.launcher.end(launched);
  }
}

async function writeDeep(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
