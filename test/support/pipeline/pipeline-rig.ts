import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { systemClock } from '../../../src/clock/system-clock.ts';
import type { Clock } from '../../../src/clock/port.ts';
import type { PipelineConfig, PipelineDeps } from '../../../src/controllers/pipeline/deps.ts';
import type { WatchedAccounts } from '../../../src/controllers/pipeline/account-key-cache.ts';
import { createPipelineMetrics } from '../../../src/controllers/pipeline/metrics.ts';
import { requiredCredits } from '../../../src/domain/pricing.ts';
import { adAccountKind, adJobKind } from '../../../src/domain/kinds.ts';
import { cleanupFinalizer } from '../../../src/domain/labels.ts';
import type { StageAttempt } from '../../../src/launch/port.ts';
import { Reflector } from '../../../src/runtime/reflector.ts';
import { operationsFolder } from '../../../src/models/records/operation-record.ts';
import type { AdAccount } from '../../../src/schema/adaccount.ts';
import type { AdJob, AdJobSpec } from '../../../src/schema/adjob.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { Installation } from '../installation/installation.ts';
import { acme, admit, createAccount, createApiKey, mirror, namespace, type Stores } from '../installation/objects.ts';
import { pipelineConfig } from '../installation/pipeline-config.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { imageSpec } from './build-job.ts';
import { FakeLauncher } from './fake-launcher.ts';
import { pathOf } from './path-of.ts';

/** Credits granted to the account `acme`. */
export const granted = 1_000_000;

/** Returns a function that copies the ledger's position and balance into the status of an account. */
export function mirrorInto(store: Stores['store'], ledger: Stores['ledger']): (account: ObjectKey) => void {
  // Errors are ignored: the reconcile that waits for the copy requests another one.
  return (account) => void mirror({ store, ledger }, account).catch(() => undefined);
}

/** Watches the accounts. In the service, the accounts controller does this for all controllers. */
export function watchAccounts(store: ObjectStore, signal: AbortSignal): WatchedAccounts {
  const logger = pino({ level: 'silent' });
  const transform = (account: AdAccount): AdAccount => account;
  const accounts = new Reflector({ store, kind: adAccountKind, transform, clock: systemClock, logger });
  void accounts.run(signal);
  return accounts;
}

/** The pipeline controller with stores in a folder, and attempts that the test ends. */
export class PipelineRig {
  readonly home: Installation;
  readonly store: Installation['store'];
  readonly ledger: Installation['ledger'];
  readonly artifacts: Installation['artifacts'];
  readonly archive: Installation['archive'];
  readonly registry: Installation['registry'];
  readonly events: Installation['emitted'];
  readonly launcher: FakeLauncher;
  readonly deps: PipelineDeps;
  readonly #stop = new AbortController();

  private constructor(clock: Clock, config: Partial<PipelineConfig>) {
    this.home = new Installation({ clock, folder: temporaryFolder() });
    const { store, ledger, artifacts, archive, registry, emitted, events } = this.home;
    [this.store, this.ledger, this.artifacts, this.archive] = [store, ledger, artifacts, archive];
    [this.registry, this.events, this.launcher] = [registry, emitted, new FakeLauncher(clock)];
    this.deps = {
      ...{ store, ledger, artifacts, archive, clock, events, launcher: this.launcher },
      accounts: watchAccounts(store, this.#stop.signal),
      expectMirror: mirrorInto(store, ledger),
      logger: pino({ level: 'silent' }),
      metrics: createPipelineMetrics(registry),
      config: pipelineConfig(config),
    };
  }

  static async open(clock: Clock, config: Partial<PipelineConfig> = {}): Promise<PipelineRig> {
    const rig = new PipelineRig(clock, config);
    await rig.ledger.audit.begin('epoch-1');
    for (const place of new Set([namespace, config.namespace ?? namespace])) {
      await rig.ledger.grant({ ...acme, namespace: place }, { id: 'start', amount: granted });
    }
    await createAccount(rig);
    await createApiKey(rig);
    return rig;
  }

  close(): void {
    this.#stop.abort();
    this.home.close();
  }

  /** Admits a job to the ledger and creates its AdJob, as the API does. */
  async createJob(spec: AdJobSpec = imageSpec(), key: ObjectKey = { namespace, name: uuidV7() }): Promise<ObjectKey> {
    await this.admit(key, spec);
    return this.applyJob(spec, key);
  }

  async admit(key: ObjectKey, spec: AdJobSpec): Promise<void> {
    const account = { namespace: key.namespace, name: spec.accountRef.name };
    const { kind } = await admit(this, key, { account, credits: requiredCredits(spec) ?? NaN });
    if (kind !== 'accepted') throw new Error(`the job was not admitted: ${kind}`);
  }

  /** Creates an AdJob without an admission, as `kubectl apply` does, but with the finalizer. */
  async applyJob(spec: AdJobSpec = imageSpec(), key: ObjectKey = { namespace, name: uuidV7() }): Promise<ObjectKey> {
    const { name } = key;
    const metadata = { namespace: key.namespace, name, finalizers: [cleanupFinalizer] };
    await this.store.create(adJobKind, { metadata, spec });
    return { namespace: key.namespace, name };
  }

  job(key: ObjectKey): Promise<AdJob | undefined> {
    return this.store.get(adJobKind, key);
  }

  /** Writes the output files and the result of a stage that has called no model, and ends its attempt. */
  async finish(launched: StageAttempt): Promise<void> {
    const { stage, attempt, input } = launched;
    const names = Object.keys(input.outputs).filter((name) => !name.startsWith(`${operationsFolder}/`));
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
