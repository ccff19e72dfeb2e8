import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getJob, startLocalService, type LocalService } from '../../scripts/local-service.ts';
import { startSampleSites, type SampleSites } from '../../scripts/sample-sites.ts';
import { CallbackReceiver } from '../support/callbacks/callback-receiver.ts';
import { startCollector, type Collector } from '../support/tracing/collector.ts';
import type { ReceivedSpan } from '../support/tracing/otlp-spans.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';

const noteFile = fileURLToPath(new URL('../support/tracing/note-packages.ts', import.meta.url));
const folders: ReturnType<typeof temporaryFolder>[] = [];
const services: LocalService[] = [];
const collectors: Collector[] = [];
let sites: SampleSites;
let receiver: CallbackReceiver;

beforeAll(async () => {
  [sites, receiver] = await Promise.all([startSampleSites(), CallbackReceiver.open()]);
});

afterAll(async () => {
  sites.close();
  await Promise.all([receiver.close(), ...services.map((service) => service.stop())]);
  for (const collector of collectors) collector.close();
  for (const folder of folders) folder.remove();
});

async function collect(options?: { status: number }): Promise<Collector> {
  const collector = await startCollector(options);
  collectors.push(collector);
  return collector;
}

interface Run {
  service: LocalService;
  key: string;
  log: () => string;
}

async function start(env: Record<string, string>): Promise<Run> {
  const folder = temporaryFolder();
  folders.push(folder);
  const log = join(folder.path, 'service.log');
  const settings = {
    ADWRIGHT_DATA_DIR: folder.path,
    ADWRIGHT_LISTEN: '127.0.0.1:0',
    ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
    ADWRIGHT_ADMIN_LISTEN: 'off',
    ADWRIGHT_BROWSER: 'off',
    ADWRIGHT_ALLOW_HTTP_CALLBACKS: 'true',
    ADWRIGHT_EGRESS_ALLOW: `${sites.egressAllow},127.0.0.0/8:${new URL(receiver.urlOf('/')).port}`,
    NODE_OPTIONS: `--import=${noteFile}`,
  };
  const service = await startLocalService({ ...settings, ...env }, log);
  services.push(service);
  await service.command('accounts', 'create', 'acme', '--credits', '1000');
  const key = await service.command('keys', 'create', '--account', 'acme');
  return { service, key, log: () => readFileSync(log, 'utf8') };
}

const secretPath = '/hook?token=7b3f0c';
const privateText = 'Nobody else may read this headline';

/** Creates a job, waits for its end, and returns its id and status. */
async function makeAd({ service, key }: Run, headers: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}/create_image_ad_async`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key, ...headers },
    body: JSON.stringify({
      callback_url: receiver.urlOf(secretPath),
      brand_data: { brand_url: sites.verdane },
      product_metadata: { product_url: null, product_images: null },
      ad_copies: [{ copy_type: 'headline', copy_text: privateText }],
    }),
  });
  const { job_id: jobId } = (await answer.json()) as { job_id: string };
  await service.command('jobs', 'watch', jobId, '--timeout', '60s').catch(() => undefined);
  const { status } = await getJob(service, key, jobId);
  return { jobId, status };
}

const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;

/** Returns a line for each span with its depth below the span of the caller. Throws for a span whose parent is missing. */
function tree(spans: readonly ReceivedSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const pathOf = ({ name, parentSpanId }: ReceivedSpan): string => {
    if (parentSpanId === caller.spanId) return name;
    const parent = byId.get(parentSpanId);
    if (parent === undefined) throw new Error(`The span "${name}" has no parent.`);
    return `${pathOf(parent)} > ${name}`;
  };
  return spans.map(pathOf);
}

test('one job gives one connected trace, without secrets and without the request', async () => {
  const collector = await collect();
  const run = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-token',
    OTEL_SERVICE_NAME: 'ads-of-team-a',
  });
  const { jobId, status } = await makeAd(run, { traceparent });
  await until(() => receiver.received.length > 0);
  await run.service.stop();
  expect(status).toBe('SUCCESS');
  const { spans } = collector;
  const job = 'POST /create_image_ad_async > job image_ad';
  const stage = (name: string) => `${job} > stage ${name}`;
  expect(new Set(tree(spans))).toEqual(
    new Set([
      ...[
        'POST /create_image_ad_async',
        'POST /create_image_ad_async > reserve credits',
        'POST /create_image_ad_async > create AdJob',
      ],
      ...[job, `${job} > wait`, `${job} > settle credits`, `${job} > callback`],
      ...[stage('onboarding'), `${stage('onboarding')} > run onboarding`],
      `${stage('onboarding')} > run onboarding > fetch`,
      ...[stage('concept'), `${stage('concept')} > run concept`],
      ...[stage('image'), `${stage('image')} > run image`],
      ...[`${stage('image')} > run image > prepare`, `${stage('image')} > run image > draw`],
      `${stage('image')} > run image > prepare > fetch`,
    ]),
  );
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([caller.traceId]));
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['ads-of-team-a']));
  expect(spans.length).toBeLessThan(60);
  const attempt = spans.find(({ name }) => name === 'stage image');
  const ofJob = { 'adwright.job.id': jobId, 'adwright.ad.type': 'image_ad', 'adwright.account': 'default/acme' };
  const ofStage = { 'adwright.stage': 'image', 'adwright.attempt': 1, 'adwright.stage.outcome': 'done' };
  expect(attempt?.attributes).toEqual({ ...ofJob, ...ofStage });
  expect(spans.filter(({ isError }) => isError)).toEqual([]);
  expect(new Set(collector.authorizations)).toEqual(new Set(['Bearer collector-token']));

  const exported = JSON.stringify(spans);
  for (const secret of [run.key, 'token', privateText, sites.verdane, '127.0.0.1', receiver.urlOf('/')])
    expect(exported).not.toContain(secret);
  const lines = run.log().split('\n');
  const traced = lines.filter((line) => line.includes(jobId) && line.includes(`"trace_id":"${caller.traceId}"`));
  expect(traced.filter((line) => line.includes('"route":"/create_image_ad_async"'))).toHaveLength(1);
  expect(traced.some((line) => line.includes('"stage":"image"'))).toBe(true);
  // The hook that the next test relies on sees the packages.
  expect(lines).toContain('loaded @opentelemetry/sdk-trace');
  expect(run.log()).not.toContain('collector-token');
});

test('without the settings, no exporter is loaded, and a job has no trace', async () => {
  const run = await start({});
  const { jobId, status } = await makeAd(run, { traceparent });
  await run.service.stop();
  expect(status).toBe('SUCCESS');
  // prom-client, which exports the metrics, loads the package `api`.
  const loaded = new Set(run.log().match(/^loaded .+$/gm));
  expect([...loaded].filter((line) => line !== 'loaded @opentelemetry/api')).toEqual([]);
  expect(run.log()).toContain(jobId);
  expect(run.log()).not.toContain('trace_id');
});

test('a collector that is away or never answers changes nothing for a job, and does not delay the stop', async () => {
  const hanging = await collect({ status: 0 });
  const run = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: hanging.endpoint,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  });
  const traced = await makeAd(run, { traceparent });
  expect(traced.status).toBe('SUCCESS');
  await run.service.stop();
});
