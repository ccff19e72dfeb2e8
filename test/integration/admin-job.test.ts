import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { attemptLogKey } from '../../src/domain/artifact-keys.ts';
import { TableJobs } from '../../src/admin/jobs/table-jobs.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { IntendedJob } from '../../src/operations/jobs/found-job.ts';
import { storeJobs } from '../../src/operations/jobs/store-jobs.ts';
import type { ModelCallsStatus } from '../../src/schema/model-calls.ts';
import { buildArchivedJob, imageRequest, imageSpec } from '../support/pipeline/build-job.ts';
import { admin, openAdmin, operator, ownerOf, viewer, type AdminRig } from '../support/admin/admin-rig.ts';
import { aroundCalls } from '../support/faults/around-calls.ts';
import { createMadeJob, madeKey } from '../support/admin/made-job.ts';
import { Installation } from '../support/installation/installation.ts';
import { until } from '../support/process/until.ts';
import { acme, createBoundJob, createFundedAccount, namespace } from '../support/installation/objects.ts';

const archivedId = uuidv7();
const intendedId = uuidv7();

let home: Installation;
let rig: AdminRig;
let madeId: string;

beforeAll(async () => {
  home = new Installation();
  await home.ledger.audit.begin('first');
  await createFundedAccount(home, acme, 1_000);
  rig = await openAdmin(home, { jobs: { find: findJob } });
  madeId = (await createMadeJob(home)).metadata.name;
});
afterAll(async () => {
  await rig.close();
  home.close();
});

/** Finds live jobs in the store, and one archived and one intended job. */
async function findJob(jobId: string) {
  const common = { jobId, namespace, account: 'acme', apiKey: 'acme-key', type: 'image_ad' };
  if (jobId === archivedId) {
    const body = JSON.stringify({ error: 'No page could be read. [brand_unreadable]' });
    const record = buildArchivedJob({ jobId, phase: 'FAILED', body });
    return { ...common, kind: 'archive' as const, phase: record.phase, record };
  }
  const intent: IntendedJob = { ...common, kind: 'intent', phase: 'PENDING', error: undefined, hasCallback: false };
  return jobId === intendedId ? intent : storeJobs(home.store, namespace).find(jobId);
}

const addresses = (jobId: string): string[] =>
  ['', '/files/ad-1.png', '/files/made.json', '/brand/logo', '/brand/font-0', '/brand.css', '/cancel', '/erase']
    .concat(['/replay', '/picture', '/logs/image/1', '/logs/image/1/text'])
    .map((rest) => `/jobs/${jobId}${rest}`);

test('the page of a job reads its AdJob once, however many parts of the page need it', async () => {
  const reads: unknown[] = [];
  const store = aroundCalls(home.store, (name, run, args) => {
    if (name === 'get') reads.push(args);
    return run();
  });
  const own = await openAdmin(home, ({ table, archive, clock }) => ({
    store,
    jobs: new TableJobs(table, {
      ...{ store, namespace, archive, clock, intents: home.ledger.intents },
      staleSeconds: () => 0,
    }),
  }));
  await until(() => own.deps.table.find(madeId) !== undefined);
  const { status } = await own.as(admin).get(`/jobs/${madeId}`);
  await own.close();
  expect([status, reads.length]).toEqual([200, 1]);
});

describe('who may see a job', () => {
  test('an owner gets the same answer for a job of others as for one that does not exist', async () => {
    await home.artifacts.put(attemptLogKey(madeId, 'image', 1), Buffer.from('line\n'));
    const stranger = rig.as(ownerOf('globex'));
    const unknown = uuidv7();
    for (const [at, path] of addresses(madeId).entries()) {
      const [theirs, none] = await Promise.all([stranger.get(path), stranger.get(addresses(unknown)[at] ?? '')]);
      expect([path, theirs.status]).toEqual([path, none.status]);
      expect([403, 404]).toContain(theirs.status);
      // A page contains its own address and time.
      const plain = async (answer: Response): Promise<string> =>
        (await answer.text()).replaceAll(/[0-9a-f-]{36}|data-at="\d+"/g, '');
      expect(await plain(theirs)).toBe(await plain(none));
    }
  });

  test.each(['cancel', 'erase', 'replay'])('an owner cannot %s a job of others', async (action) => {
    const job = await createBoundJob(home, imageSpec());
    const answer = await rig.as(ownerOf('globex')).post(`/jobs/${job.metadata.name}/${action}`, {});
    expect([403, 404]).toContain(answer.status);
    expect((await home.store.get(adJobKind, job.metadata))?.spec.cancel).toBeUndefined();
  });

  test('the owner of the account sees the page and its files, but no logs of the installation', async () => {
    const owner = rig.as(ownerOf('acme'));
    const statuses = await Promise.all(addresses(madeId).map(async (path) => (await owner.get(path)).status));
    expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(statuses.slice(-2)).toEqual([403, 403]);
  });
});

/** Text that would be an element of a page that does not escape it. */
const hostile = (field: string): string => `"'><xss-${field}>`;
const shownAs = (field: string): string => `&lt;xss-${field}&gt;`;

const modelCalls = (more: Partial<ModelCallsStatus> = {}): ModelCallsStatus => ({
  ...{ stage: 'image', port: 'image', entry: 'qwen', provider: 'openai-compatible', model: 'Qwen/Qwen-Image' },
  ...{ calls: 4, failed: 1, refused: 2, repeats: 1, costMicroUsd: 1_234_500, seconds: 75, ...more },
});

const responseWith = (refusals: readonly object[]) => ({
  ...{ notes: [hostile('note')], brand: {}, degraded: true, quality: { model_refusals: refusals } },
});

describe('the models of a job', () => {
  test('are shown with their calls, cost and time, and the results that were not used', async () => {
    const refusals = [{ port: 'image', model: 'qwen', reasons: ['the picture has lettering', 'it is blurred'] }];
    const job = await createMadeJob(home, { status: { modelCalls: [modelCalls()], response: responseWith(refusals) } });
    const section = await sectionOf(job.metadata.name);
    const cells = [...section.matchAll(/<td[^>]*><div>([^<]*)/g)].map(([, cell]) => cell);
    expect(cells).toEqual([
      ...['image', 'image', 'qwen', 'Qwen/Qwen-Image (openai-compatible)', '4', '1', '2', '1', '$1.2345'],
      '1 min 15 sec',
    ]);
    expect(section).toContain('image of qwen: the picture has lettering; it is blurred');
    expect(section).toContain('The built-in studio stood in for a model');
  });

  test('are no part of the page of a job without models', async () => {
    expect(await sectionOf(madeId)).toBe('');
  });
});

/** Returns the section about models of the page of a job, or `''`. */
async function sectionOf(jobId: string): Promise<string> {
  const page = await (await rig.as(admin).get(`/jobs/${jobId}`)).text();
  return /<section[^>]*"models"[^]*?<\/section>/.exec(page)?.[0] ?? '';
}

describe('texts of strangers', () => {
  let page: string;
  const fields = [
    ...['stage-message', 'note', 'headline', 'cta', 'price', 'model', 'layout', 'check', 'dropped', 'shown-alt'],
    ...['alt-text', 'concept', 'fact', 'brand-name', 'font-family', 'bundled-family', 'picture-alt', 'direction'],
    ...['color-label', 'evidence-family', 'font-url', 'logo-url', 'page-headline', 'page-cta', 'product-name'],
    ...[
      'product-text',
      'product-price',
      'model-entry',
      'model-id',
      'model-reason',
      'request',
      'callback-url',
      'receiver',
      'delivery-error',
      'log',
    ],
  ];

  beforeAll(async () => {
    const attempt = { attempt: 1, time: '2026-11-26T10:00:09Z', latencyMs: 3, outcome: 'failed' as const };
    const deliveries = [{ ...attempt, responseExcerpt: hostile('receiver'), error: hostile('delivery-error') }];
    const job = await createMadeJob(home, {
      spec: {
        callbackUrl: `https://receiver.example/?${hostile('callback-url')}`,
        image: { ...imageRequest(), brandData: { brandUrl: 'https://brand.example/', brandName: hostile('request') } },
      },
      status: {
        delivery: { state: 'pending', deliveries },
        modelCalls: [modelCalls({ entry: hostile('model-entry'), model: hostile('model-id') })],
        response: responseWith([{ port: 'image', model: 'qwen', reasons: [hostile('model-reason')] }]),
      },
      files: { text: hostile },
    });
    const { name } = job.metadata;
    await home.artifacts.put(attemptLogKey(name, 'image', 1), Buffer.from(`${hostile('log')}\n`));
    const client = rig.as(admin);
    const answers = await Promise.all([client.get(`/jobs/${name}`), client.get(`/jobs/${name}/logs/image/1`)]);
    page = (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
  });

  test.each(fields)('the field %s is shown as text', (field) => {
    expect(page).toContain(shownAs(field));
    expect(page).not.toContain(`<xss-${field}>`);
  });

  test('the stylesheet of a brand contains no text of the brand', async () => {
    const job = await createMadeJob(home, { files: { text: () => '}*{display:none' } });
    const css = await (await rig.as(viewer).get(`/jobs/${job.metadata.name}/brand.css`)).text();
    expect(css).toContain('@font-face{font-family:brand-0');
    expect(css).not.toContain('display:none');
  });

  test('the plain text of a log cannot become a page', async () => {
    await home.artifacts.put(attemptLogKey(madeId, 'image', 1), Buffer.from('<script>alert(1)</script>\n'));
    const answer = await rig.as(viewer).get(`/jobs/${madeId}/logs/image/1/text`);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/; sandbox$/);
    expect(await answer.text()).toBe('<script>alert(1)</script>\n');
  });
});

test('a fifth followed log of a session ends its first one', async () => {
  const read = (_: unknown, { signal }: { signal: AbortSignal }) => Promise.resolve(endless(signal));
  const own = await openAdmin(home, { jobs: { find: findJob }, stageLogs: { read } });
  const person = own.as(viewer);
  const follow = async () => (await person.get(`/jobs/${madeId}/logs/image/1/text`)).text().catch(() => 'cut');
  const ended: number[] = [];
  const logs: Promise<unknown>[] = [];
  for (let number = 1; number <= 5; number += 1) {
    logs.push(follow().then(() => ended.push(number)));
    await until(() => Promise.resolve(opened === number));
  }
  await logs[0];
  expect(ended).toEqual([1]);
  await own.close();
  await Promise.all(logs);
});

let opened = 0;

async function* endless(signal: AbortSignal): AsyncGenerator<string> {
  opened += 1;
  yield 'line';
  await once(signal, 'abort');
}

describe('files', () => {
  const get = (path: string, headers = {}): Promise<Response> => rig.as(viewer).get(`/jobs/${madeId}${path}`, headers);

  test.each([
    ['/files/ad-1.png', 'image/png', 'inline; filename="ad-1.png"'],
    ['/files/made.json', 'application/json', 'attachment; filename="made.json"'],
    ['/brand/logo', 'image/png', 'inline; filename="logo"'],
    ['/brand/font-0', 'font/woff2', 'inline; filename="font-0"'],
  ])('%s is served with a strict policy', async (path, type, disposition) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([200, type, disposition]);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each(['/files/materials.bin', '/files/page.html', '/files/..%2frequest.json', '/brand/picture-9', '/brand/x'])(
    '%s is not served',
    async (path) => {
      await home.artifacts.put(madeKey(madeId, 'page.html'), Buffer.from('<script>alert(1)</script>'));
      expect((await get(path)).status).toBe(404);
    },
  );

  test('a logo that is an SVG is not served', async () => {
    const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const job = await createMadeJob(home, { files: { logo } });
    for (const query of ['', '?width=120'])
      expect((await rig.as(viewer).get(`/jobs/${job.metadata.name}/brand/logo${query}`)).status).toBe(404);
  });

  test('a range of a file and of a part of the materials is served', async () => {
    const whole = Buffer.from(await (await get('/brand/logo')).arrayBuffer());
    const part = await get('/brand/logo', { Range: 'bytes=1-3' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1-3/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(1, 4));
    expect((await get('/files/ad-1.png', { Range: 'bytes=99999-' })).status).toBe(416);
  });

  test.each(['/files/ad-1.png', '/files/ad-1.png?width=120', '/brand/logo', '/brand/font-0', '/brand.css'])(
    '%s is neither read nor sent again if the browser has it',
    async (path) => {
      const tag = (await get(path)).headers.get('etag') ?? '';
      const { artifacts } = rig.deps;
      const calls: string[] = [];
      rig.deps.artifacts = aroundCalls(home.artifacts, (name, run) => {
        calls.push(name);
        return run();
      });
      const { status } = await get(path, { 'If-None-Match': tag });
      rig.deps.artifacts = artifacts;
      expect([status, ...calls]).toEqual([304, 'list']);
    },
  );

  test('a picture is reduced to 120 pixels', async () => {
    const small = await get('/files/ad-1.png?width=120');
    const { format, width, height } = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
    expect([format, width, height]).toEqual(['webp', 120, 80]);
  });
});

describe('actions', () => {
  const actions = ['cancel', 'erase', 'replay'] as const;

  test.each(actions)('a viewer cannot %s', async (action) => {
    expect((await rig.as(viewer).post(`/jobs/${madeId}/${action}`, {})).status).toBe(403);
  });

  test('a job is cancelled with its reason in the audit log', async () => {
    const job = await createBoundJob(home, imageSpec());
    const { name } = job.metadata;
    const tooLong = await rig.as(ownerOf('acme')).post(`/jobs/${name}/cancel`, { reason: 'x'.repeat(501) });
    expect([tooLong.status, await tooLong.text()]).toEqual([422, expect.stringContaining('x'.repeat(501))]);
    const answer = await rig.as(ownerOf('acme')).post(`/jobs/${name}/cancel`, { reason: ' a typo ' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/jobs/${name}?done=cancel`]);
    expect((await home.store.get(adJobKind, job.metadata))?.spec.cancel).toBe(true);
    expect(rig.auditLog.rows.at(-1)).toMatchObject({ action: 'job.cancel', outcome: 'done', reason: 'a typo' });
  });

  test('a page asks before a job is erased, and only the form erases it', async () => {
    const { metadata } = await createMadeJob(home);
    const asked = await rig.as(operator).get(`/jobs/${metadata.name}/erase`);
    expect(await asked.text()).toContain('cannot be undone');
    expect(await home.store.get(adJobKind, metadata)).toBeDefined();
    const done = await rig.as(operator).post(`/jobs/${metadata.name}/erase`, {});
    expect([done.status, done.headers.get('location')]).toEqual([303, '/jobs']);
    expect((await home.store.get(adJobKind, metadata))?.metadata.deletionTimestamp).toBeDefined();
  });

  test('a page that asks says why the action is not possible now, and leads back', async () => {
    const running = (await createBoundJob(home, imageSpec())).metadata.name;
    const shown = async (path: string) => {
      const answer = await rig.as(operator).get(path);
      return { status: answer.status, text: await answer.text() };
    };
    for (const [path, why] of [
      [`/jobs/${madeId}/cancel`, 'already ended'],
      [`/jobs/${madeId}/replay`, 'has no callback'],
      [`/jobs/${running}/erase`, 'not ended yet'],
    ] as const) {
      const { status, text } = await shown(path);
      expect([path, status, text.includes(why), text.includes('name="reason"')]).toEqual([path, 409, true, false]);
      expect(text).toContain(`href="${path.slice(0, path.lastIndexOf('/'))}"`);
    }
  });

  test('a finished job cannot be cancelled, and the page says why', async () => {
    const answer = await rig.as(operator).post(`/jobs/${madeId}/cancel`, {});
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('already ended');
  });
});

describe('jobs without an AdJob', () => {
  test('an archived job shows its error with the meaning of its code', async () => {
    const text = await (await rig.as(viewer).get(`/jobs/${archivedId}`)).text();
    expect(text).toContain('brand_unreadable: No page of the brand or product could be read');
    expect(text).toContain('This job is archived.');
  });

  test('an accepted job shows that the controller creates its AdJob', async () => {
    const text = await (await rig.as(viewer).get(`/jobs/${intendedId}`)).text();
    expect(text).toContain('its AdJob does not exist yet');
  });
});

test('a job page leads to the playground with its request, but not those who cannot use it', async () => {
  const page = await (await rig.as(operator).get(`/jobs/${madeId}`)).text();
  const [, address = ''] = /href="(\/playground\/image_ad\?[^"]+)"/.exec(page) ?? [];
  const query = new URL(address.replaceAll('&amp;', '&'), rig.url).searchParams;
  expect(query.get('brand_data.brand_url')).toBe('https://brand.example/');
  expect(await (await rig.as(viewer).get(`/jobs/${madeId}`)).text()).not.toContain('href="/playground/');
});

test('a job page shows its reservation in the ledger', async () => {
  const text = await (await rig.as(viewer).get(`/jobs/${madeId}`)).text();
  expect(text).toContain('Reserved');
});
