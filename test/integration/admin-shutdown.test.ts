import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { Registry } from 'prom-client';
import { createAdmissionMetrics } from '../../src/api/metrics.ts';
import { readServiceConfig } from '../../src/config/service-config.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { Probes } from '../../src/observability/readiness.ts';
import { AbortRetrier } from '../../src/operations/jobs/abort-retrier.ts';
import { BoundedBackground } from '../../src/operations/jobs/bounded-background.ts';
import { openLocalAdmin } from '../../src/roles/local-admin.ts';
import { watchForAdmin } from '../../src/roles/watch-admin.ts';
import { aborted } from '../../src/runtime/aborted.ts';
import { createCacheMetrics } from '../../src/runtime/metrics.ts';
import { StoredStageLogs } from '../../src/stage-logs/stored-stage-logs.ts';
import { jobIdOf } from '../support/admin/rows.ts';
import { Browser } from '../support/admin/sign-in-rig.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { Installation } from '../support/installation/installation.ts';
import { namespace } from '../support/installation/objects.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';

const jobCount = 12;
const keys = Array.from({ length: jobCount }, (_, number) => ({ namespace, name: jobIdOf(number) }));

let folder: ReturnType<typeof temporaryFolder>;
let home: Installation;

beforeEach(async () => {
  folder = temporaryFolder();
  home = new Installation();
  for (const metadata of keys) await home.store.create(adJobKind, { metadata, spec: imageSpec() });
});
afterEach(() => {
  home.close();
  folder.remove();
});

/** Starts the dashboard of `adwright local` on the data folder. */
async function start(store: Installation['store'], stop: AbortSignal) {
  const config = readServiceConfig({ ADWRIGHT_ADMIN_LISTEN: '127.0.0.1:0', ADWRIGHT_DATA_DIR: folder.path });
  const admin = await openLocalAdmin(config);
  if (admin === undefined) throw new Error('the dashboard is off');
  const { artifacts, ledger, rateLimiter, clock, logger } = home;
  const registry = new Registry();
  const parts = { component: 'admin' as const, store, namespace, clock, logger, probes: new Probes() };
  const { objects } = await watchForAdmin({ ...parts, caches: createCacheMetrics(registry) }, stop);
  const aborts = new AbortRetrier({ ledger, clock, logger });
  const served = await admin.serve(
    {
      ...{
        ...parts,
        artifacts,
        registry,
        objects,
        settings: config,
        settingsInForce: [],
        apiUrl: 'http://ads.example',
      },
      ledgerBackend: { ledger, rateLimiter },
      accountSecrets: () => Promise.resolve(home.accountSecrets),
      stageLogs: new StoredStageLogs(artifacts),
      creates: { aborts, creations: new BoundedBackground(1), admissions: createAdmissionMetrics(registry) },
    },
    stop,
  );
  return { url: admin.publicUrl, ...served };
}

/** Signs in with the link that the dashboard prints. */
async function signedIn({ url, signInLink }: Awaited<ReturnType<typeof start>>): Promise<Browser> {
  const browser = new Browser(url);
  await browser.submit(await browser.get((await signInLink()).slice(url.length)), '/sign-in/link');
  return browser;
}

async function panelOf(browser: Browser, list: string) {
  const panel = load((await browser.get(list)).text)('#bulk');
  return { text: panel.text().replaceAll(/\s+/g, ' '), action: panel.find('form').attr('action') ?? '' };
}

test('a dashboard that stops finishes the operations of a bulk action that it has begun, and stores them', async () => {
  const [stop, held] = [new AbortController(), new AbortController()];
  let begun = 0;
  const store = aroundCalls(home.store, async (name, run) => {
    if (name === 'patch') {
      begun += 1;
      await aborted(held.signal);
    }
    return run();
  });
  const first = await start(store, stop.signal);
  const browser = await signedIn(first);
  const ask = (await browser.post('/bulk', { action: 'cancel', all: 'true' })).location ?? '';
  const list = (await browser.post(ask)).location ?? '';
  await until(() => begun === 8);
  stop.abort();
  const drained = first.drain(100);
  await until(async () => (await fetch(first.url).catch(() => undefined)) === undefined);
  held.abort();
  await drained;
  expect(begun).toBe(8);

  const again = new AbortController();
  const second = await start(home.store, again.signal);
  const other = await signedIn(second);
  const panel = await panelOf(other, list);
  expect(panel.text).toContain('8 of 12 jobs: 8 succeeded, 0 failed.');
  expect((await other.post(panel.action)).status).toBe(303);
  await until(async () => (await panelOf(other, list)).text.includes('12 of 12 jobs: 12 succeeded'));
  again.abort();
  await second.drain(100);
  const jobs = await Promise.all(keys.map((key) => home.store.get(adJobKind, key)));
  expect(jobs.map((job) => job?.spec.cancel)).toEqual(keys.map(() => true));
});
