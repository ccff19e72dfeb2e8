import { MemoryAuditLog } from '../admin/memory-audit-log.ts';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { readServiceConfig } from '../../../src/config/service-config.ts';
import { readStageConfig } from '../../../src/config/stage-config.ts';
import { archivePass } from '../../../src/controllers/retention/archive-pass.ts';
import type { RetentionDeps } from '../../../src/controllers/retention/deps.ts';
import { FailureTracker } from '../../../src/controllers/retention/failure-tracker.ts';
import { createRetentionMetrics } from '../../../src/controllers/retention/metrics.ts';
import { Pacer } from '../../../src/controllers/retention/pacer.ts';
import { parseAddressRules } from '../../../src/domain/address-rule.ts';
import { JobLauncher } from '../../../src/launch/kubernetes/job-launcher.ts';
import { parseStagePods } from '../../../src/launch/kubernetes/stage-pods.ts';
import { ChildProcessLauncher } from '../../../src/launch/process/child-process-launcher.ts';
import type { PipelineConfig } from '../../../src/controllers/pipeline/deps.ts';
import type { StageSettings } from '../../../src/launch/stage-environment.ts';
import type { StageLauncher } from '../../../src/launch/port.ts';
import { Probes } from '../../../src/observability/readiness.ts';
import { createApiApp } from '../../../src/roles/api-app.ts';
import { openCallbacks } from '../../../src/roles/callbacks.ts';
import { createControllers } from '../../../src/roles/controllers.ts';
import { signingKeysOf } from '../../../src/roles/signing.ts';
import type { StageInput } from '../../../src/schema/stage-contract.ts';
import { encodeStageInput } from '../../../src/schema/stage-input-text.ts';
import { runAttempt } from '../../../src/stages/attempt.ts';
import { Installation } from '../installation/installation.ts';
import { openListener } from '../installation/listener.ts';
import { createAccount, createApiKey, namespace } from '../installation/objects.ts';
import { pipelineConfig } from '../installation/pipeline-config.ts';
import { JobRunner, type PodEnd } from '../cluster/job-runner.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { storedJobs } from '../ledger/stored-jobs.ts';

const logger = pino({ level: 'silent' });
const mainFile = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

type Launching = Pick<Installation, 'store' | 'path'> & { stop: AbortSignal };

interface Launched {
  launcher: StageLauncher;
  close: () => Promise<void>;
}

/** Runs stages as child processes that know the types of ads of `test/ads/registry.ts`. */
export const asProcesses = (launching: Launching): Promise<Launched> => asProcessesWith({})(launching);

/** The same, with settings of the stages. */
export const asProcessesWith =
  (settings: StageSettings) =>
  ({ path: folder }: Launching): Promise<Launched> => {
    const launcher = new ChildProcessLauncher({
      entry: ['--disable-warning=ExperimentalWarning', '--conditions=adwright-third-type', mainFile, 'stage'],
      scratchFolder: join(folder, 'scratch'),
      path: process.env['PATH'] ?? '',
      settings: () => settings,
      clock: systemClock,
      logger,
    });
    return Promise.resolve({ launcher, close: () => launcher.close() });
  };

/** Runs stages as Jobs of a simulated cluster, whose pods run in this process. */
export async function asJobs({ store, path: folder, stop }: Launching): Promise<Launched> {
  const launcher = new JobLauncher({
    ...{ store, namespace, clock: systemClock, logger, settings: {} },
    ...{ unschedulableSeconds: 600, imagePullSeconds: 180, storage: { access: 'presigned-urls' } },
    stagePods: parseStagePods('image: registry.test/stage:1'),
  });
  const work = (input: StageInput): Promise<PodEnd> => runPod(input, folder);
  // The Job reports its end when its pod ends, so that no report is late when the installation closes.
  const clock = { ...systemClock, sleep: () => Promise.resolve() };
  const runner = new JobRunner({ store, clock, takesMs: () => 0, work });
  void runner.run();
  await launcher.start(stop);
  const ticks = setInterval(() => void runner.tick(), 20);
  return {
    launcher,
    close: () => {
      clearInterval(ticks);
      runner.stop();
      return Promise.resolve();
    },
  };
}

async function runPod(input: StageInput, folder: string): Promise<PodEnd> {
  const messagePath = join(folder, randomUUID());
  const exitCode = await runAttempt({
    stop: new AbortController().signal,
    settings: readStageConfig({
      ADWRIGHT_STAGE_INPUT: encodeStageInput(input),
      ADWRIGHT_TERMINATION_MESSAGE_PATH: messagePath,
      ADWRIGHT_LOG_LEVEL: 'silent',
    }),
  });
  return { exitCode, message: await readFile(messagePath, 'utf8') };
}

/** The whole service in this process: the API, the controllers and a launcher. */
export class AdInstallation {
  /** Folder with the files and databases of the installation. */
  readonly path: string;
  readonly url: string;
  readonly store: Installation['store'];
  readonly secret: string;
  readonly archive: Installation['archive'];
  /** Archives the jobs that have ended. */
  readonly archiveJobs: () => Promise<unknown>;
  readonly close: () => Promise<void>;

  private constructor(
    parts: Pick<AdInstallation, 'path' | 'url' | 'store' | 'secret' | 'archive' | 'archiveJobs' | 'close'>,
  ) {
    ({ path: this.path, url: this.url, store: this.store, secret: this.secret } = parts);
    ({ archive: this.archive, archiveJobs: this.archiveJobs, close: this.close } = parts);
  }

  static async open(
    launch: (parts: Launching) => Promise<Launched>,
    change: Partial<PipelineConfig> = {},
  ): Promise<AdInstallation> {
    const home = new Installation({ folder: temporaryFolder() });
    const { store, path, artifacts, archive, ledger, registry, clock, secrets, accountSecrets, events } = home;
    const config = readServiceConfig({
      ADWRIGHT_DATA_DIR: path,
      ADWRIGHT_EGRESS_ALLOW: '127.0.0.0/8:*',
      ADWRIGHT_ALLOW_HTTP_CALLBACKS: 'true',
    });
    const stop = new AbortController();
    const { launcher, close } = await launch({ store, path, stop: stop.signal });
    const { service: http, url } = await openListener();
    const base = { store, artifacts, ledgerBackend: home, logger, registry, caches: () => undefined };
    const controllers = createControllers({
      ...{
        ...base,
        launcher,
        accountSecrets,
        events,
        retention: config.retention,
        hasAccountMetrics: true,
        windowDefaults: {},
      },
      callbacks: openCallbacks(config, signingKeysOf({ secrets, accountSecrets }, { store, logger })),
      pipeline: pipelineConfig({
        ...{ namespace, publicBase: url, allowHttpCallbacks: true },
        addressRules: parseAddressRules(config.egress),
        ...change,
      }),
    });
    const probes = new Probes();
    const app = await createApiApp({ ...base, namespace, publicUrl: url, settings: config, probes, http }, stop.signal);
    http.serve({ handler: app.handler, publicUrl: url });
    await createAccount(home, { creditGrants: [{ id: 'first', amount: 100 }] });
    const { secret } = await createApiKey(home);
    await controllers.start(stop.signal);
    const retention: RetentionDeps = {
      ...{ store, holds: ledger.audit, archive, artifacts, clock, logger, auditLog: new MemoryAuditLog() },
      ...{ jobs: storedJobs(store), metrics: createRetentionMetrics(new Registry()) },
      config: { ttlSeconds: 0, finishedJobsMax: 100, archiveSeconds: 60, auditLogSeconds: 60, deletionsPerSecond: 20 },
    };
    const failures = new FailureTracker(retention);
    const archiveJobs = () =>
      archivePass({ deps: retention, pacer: new Pacer(20, clock), failures, signal: stop.signal });
    const closeAll = async (): Promise<void> => {
      await http.drain(0);
      stop.abort();
      await Promise.all([controllers.drain(), app.drain(0), close()]);
      home.close();
    };
    return new AdInstallation({ path, url, store, secret, archive, archiveJobs, close: closeAll });
  }

  send(path: string, body?: unknown): Promise<Response> {
    const headers = { 'X-API-Key': this.secret, 'Content-Type': 'application/json' };
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return fetch(`${this.url}${path}`, { headers, ...request });
  }
}
