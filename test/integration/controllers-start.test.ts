import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { claimFiles } from '../../src/runtime/file-owner.ts';
import { readEgressConfig } from '../../src/config/egress-config.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../../src/domain/kinds.ts';
import type { LedgerAudit } from '../../src/ledger/port.ts';
import { openCallbacks } from '../../src/roles/callbacks.ts';
import { createControllers, type Controllers } from '../../src/roles/controllers.ts';
import { aborted } from '../../src/runtime/aborted.ts';
import { fencedLedger } from '../../src/runtime/fenced-ledger.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { until } from '../support/process/until.ts';

let rig: PipelineRig;
/** Kinds of all watches that were started. */
let watched: unknown[];
/** Until this aborts, the audit calls of the ledger do not return. */
let answers: AbortController;
let stop: AbortController;
let registry: Registry;
let controllers: Controllers;
let started: Promise<void>;

beforeEach(async () => {
  [answers, stop] = [new AbortController(), new AbortController()];
  rig = await PipelineRig.open(systemClock);
  const { rateLimiter, accountSecrets } = rig.home;
  const ledger = fencedLedger(rig.ledger, { holds: () => true });
  const { launcher, artifacts, events, logger, config } = rig.deps;
  watched = [];
  registry = new Registry();
  const store = aroundCalls<ObjectStore>(rig.store, (name, run, [kind]) => {
    if (name === 'watch') watched.push(kind);
    return run();
  });
  controllers = createControllers({
    callbacks: openCallbacks({ egress: readEgressConfig({}), allowHttpCallbacks: false }, () =>
      Promise.resolve(undefined),
    ),
    accountSecrets,
    ...{ store, launcher, artifacts, events, logger, registry, caches: () => undefined },
    ledgerBackend: { ledger: { ...ledger, audit: silent(ledger.audit) }, rateLimiter },
    pipeline: config,
    retention: { ttlSeconds: 86_400, finishedJobsMax: 20_000, archiveDays: 30, auditLogDays: 400 },
    hasAccountMetrics: false,
    windowDefaults: {},
  });
});

afterEach(async () => {
  answers.abort();
  await started;
  stop.abort();
  await controllers.drain();
  rig.close();
});

function silent(audit: LedgerAudit): LedgerAudit {
  return aroundCalls(audit, async (_, run) => {
    await aborted(answers.signal);
    return run();
  });
}

test('jobs run before the ledger has returned its position', async () => {
  const key = await rig.createJob();
  started = controllers.start(stop.signal);
  await until(() => rig.launcher.alive.length === 1);
  await until(async () => (await rig.job(key))?.status?.phase === 'PROCESSING');
  expect(answers.signal.aborted).toBe(false);
});

test('no job runs while the files belong to another installation', async () => {
  await claimFiles({ artifacts: rig.deps.artifacts, installationSecret: 'that of another installation' });
  answers.abort();
  const key = await rig.createJob();
  started = controllers.start(stop.signal);
  await until(async () => (await registry.getSingleMetricAsString('adwright_files_foreign')).endsWith(' 1'));
  await started;
  await until(async () => (await rig.job(key))?.status?.suspension?.since !== undefined);
  expect([(await rig.job(key))?.status?.phase, rig.launcher.alive]).toEqual([undefined, []]);
});

test('all controllers share one watch of the accounts', async () => {
  started = controllers.start(stop.signal);
  await until(() => [adAccountKind, adJobKind, apiKeyKind].every((kind) => watched.includes(kind)));
  answers.abort();
  await started;
  await rig.createJob();
  await until(() => rig.launcher.alive.length === 1);
  expect(watched.filter((kind) => kind === adAccountKind)).toHaveLength(1);
});
