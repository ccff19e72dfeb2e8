import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import { adJobKind } from '../../src/domain/kinds.ts';
import type { AdJobSpec, AdJobStatus } from '../../src/schema/adjob.ts';
import { startApi, type ApiService, type TestKey } from '../support/api/api-service.ts';
import { namespace } from '../support/installation/objects.ts';
import { until } from '../support/process/until.ts';
import { imageRequest, videoRequest } from '../support/api/ad-requests.ts';

let api: ApiService;
let mine: TestKey;
let sibling: TestKey;
beforeAll(async () => {
  api = await startApi();
  mine = await api.key();
  sibling = await api.key({ accountRef: { name: mine.account } });
});
afterAll(() => api.close());

function get(jobId: string, key = mine): Promise<Response> {
  return fetch(`${api.url}/jobs/${jobId}`, { headers: { 'X-API-Key': key.secret } });
}

async function create(type: 'image' | 'video', body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const all = { 'X-API-Key': mine.secret, 'Content-Type': 'application/json', ...headers };
  return fetch(`${api.url}/create_${type}_ad_async`, { method: 'POST', headers: all, body: JSON.stringify(body) });
}

async function created(body: Record<string, unknown> = imageRequest()): Promise<string> {
  const { job_id: jobId } = (await (await create('image', body)).json()) as { job_id: string };
  return jobId;
}

async function status(jobId: string, to: AdJobStatus): Promise<void> {
  await api.store.patchStatus(adJobKind, { namespace, name: jobId }, { status: to });
}

describe('creating a job', () => {
  test.each([
    ['image', imageRequest(), 'image_ad'],
    ['video', videoRequest(), 'video_ad'],
  ] as const)('a create of type %s returns the job id and its location', async (type, body, jobType) => {
    const answer = await create(type, body);
    const value = (await answer.json()) as { job_id: string };
    expect(answer.status).toBe(202);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(value).toEqual({
      job_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      type: jobType,
    });
    expect(answer.headers.get('location')).toBe(`/jobs/${value.job_id}`);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });

  test('a create stores an AdJob with its key, account, camelCase fields and defaults', async () => {
    const name = await created(
      imageRequest({
        product_metadata: { product_name: ' Shoe ', product_images: null },
        callback_url: 'https://hooks.example.com/x',
      }),
    );
    const job = await api.store.get(adJobKind, { namespace, name });
    expect(job?.metadata).toMatchObject({
      labels: { 'adwright.dev/api-key': mine.name, 'adwright.dev/account': mine.account },
      finalizers: ['adwright.dev/cleanup'],
    });
    expect(job?.spec).toMatchObject({
      type: 'image_ad',
      accountRef: { name: mine.account },
      apiKeyRef: { name: mine.name },
      callbackUrl: 'https://hooks.example.com/x',
      image: {
        brandData: { brandUrl: 'https://www.example.com/' },
        productMetadata: { productName: 'Shoe' },
        generationMetadata: { aspectRatios: '1:1', resolution: '1K', noText: false },
      },
    } satisfies Partial<Record<keyof AdJobSpec, unknown>>);
    expect(JSON.stringify(job?.spec)).not.toMatch(/"\w*_\w*":/);
  });

  test('a created job can be read at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const jobId = await created();
      const answer = await get(jobId);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        job_id: jobId,
        type: 'image_ad',
        status: 'PENDING',
        response: null,
        error: null,
      });
    }
  });

  test('unknown query parameters are ignored', async () => {
    const options = {
      method: 'POST',
      headers: { 'X-API-Key': mine.secret, 'Content-Type': 'application/json' },
      body: JSON.stringify(imageRequest()),
    };
    expect((await fetch(`${api.url}/create_image_ad_async?colour=red`, options)).status).toBe(202);
  });
});

describe('Idempotency-Key', () => {
  test.each<[string, string, number]>([
    ['one character', 'a', 202],
    ['255 visible characters', '~'.repeat(255), 202],
    ['quotes', '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 202],
    ['256 characters', 'a'.repeat(256), 422],
    ['nothing', '', 422],
    ['a blank', 'a b', 422],
    ['a character beyond ASCII', 'clé', 422],
  ])('an Idempotency-Key with %s gets the expected status', async (_, given, want) => {
    const answer = await create('image', imageRequest(), { 'Idempotency-Key': given });
    expect(answer.status).toBe(want);
    if (want !== 422) return;
    const problem = (await answer.json()) as { code: string; errors: { loc: unknown }[] };
    expect(problem.code).toBe('validation_failed');
    expect(problem.errors.map(({ loc }) => loc)).toEqual([['header', 'Idempotency-Key']]);
  });
});

describe('validation errors', () => {
  test.each<[string, 'image' | 'video', unknown, unknown[][]]>([
    ['an array for the request', 'image', [], [['body']]],
    ['null', 'image', null, [['body']]],
    ['a missing brand', 'image', {}, [['body', 'brand_data']]],
    ['an empty brand', 'image', { brand_data: {} }, [['body', 'brand_data']]],
    ['an unknown field', 'image', imageRequest({ colour: 'red' }), [['body', 'colour']]],
    [
      'a field of the other API',
      'image',
      imageRequest({ generation_metadata: { aspect_ratio: '1:1' } }),
      [['body', 'generation_metadata', 'aspect_ratio']],
    ],
    [
      'missing product images',
      'image',
      imageRequest({ product_metadata: {} }),
      [['body', 'product_metadata', 'product_images']],
    ],
    [
      'an invalid ratio',
      'image',
      imageRequest({ generation_metadata: { aspect_ratios: '5:1' } }),
      [['body', 'generation_metadata', 'aspect_ratios']],
    ],
    [
      'an element of a list',
      'image',
      { brand_data: { brand_images: [{ image_url: 'https://a.example/1' }, {}] } },
      [['body', 'brand_data', 'brand_images', 1, 'image_url']],
    ],
    [
      'a missing duration',
      'video',
      videoRequest({ generation_metadata: {} }),
      [['body', 'generation_metadata', 'target_duration']],
    ],
    [
      'a duration above the limit',
      'video',
      videoRequest({ generation_metadata: { target_duration: 15.5 } }),
      [['body', 'generation_metadata', 'target_duration']],
    ],
    [
      'empty product images',
      'video',
      videoRequest({ product_metadata: { product_images: [] } }),
      [['body', 'product_metadata', 'product_images']],
    ],
    [
      'a private address',
      'image',
      { brand_data: { brand_url: 'http://127.0.0.1/' } },
      [['body', 'brand_data', 'brand_url']],
    ],
    [
      'a private address in hexadecimal',
      'image',
      { brand_data: { brand_url: 'http://0x7f.1/' } },
      [['body', 'brand_data', 'brand_url']],
    ],
    [
      'a closed port',
      'image',
      { brand_data: { brand_url: 'https://example.com:22/' } },
      [['body', 'brand_data', 'brand_url']],
    ],
    [
      'a callback without TLS',
      'image',
      imageRequest({ callback_url: 'http://hooks.example.com/' }),
      [['body', 'callback_url']],
    ],
    [
      'a callback to a private address',
      'image',
      imageRequest({ callback_url: 'https://10.0.0.1/' }),
      [['body', 'callback_url']],
    ],
  ])('a 422 locates %s in a create of type %s', async (_, type, body, locs) => {
    const answer = await create(type, body);
    const problem = (await answer.json()) as { errors: { loc: unknown[]; msg: string; type: string }[] };
    expect(answer.status).toBe(422);
    expect(problem).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(problem.errors.map(({ loc }) => loc)).toEqual(locs);
    for (const { msg, type: kind } of problem.errors) expect([msg, kind]).not.toContain('');
  });

  test('a 422 for a private address has the type url_not_allowed', async () => {
    const answer = await create('image', { brand_data: { brand_url: 'http://[::1]/' } });
    expect(await answer.json()).toMatchObject({ errors: [{ type: 'url_not_allowed' }] });
  });

  test('a 422 locates keys that would reach a prototype', async () => {
    const headers = { 'X-API-Key': mine.secret, 'Content-Type': 'application/json' };
    const body =
      '{"brand_data":{"brand_url":"https://example.com","__proto__":{"x":1}},"__proto__":{"y":1},"constructor":1}';
    const answer = await fetch(`${api.url}/create_image_ad_async`, { method: 'POST', headers, body });
    const problem = (await answer.json()) as { errors: { loc: unknown[] }[] };
    const locs = problem.errors.map(({ loc }) => loc);
    expect(answer.status).toBe(422);
    expect(locs).toContainEqual(['body', '__proto__']);
    expect(locs).toContainEqual(['body', 'constructor']);
    expect(locs).toContainEqual(['body', 'brand_data', '__proto__']);
    expect('x' in {} || 'y' in {}).toBe(false);
  });

  test('an invalid create stores nothing', async () => {
    const before = await api.store.list(adJobKind);
    await create('image', {});
    expect((await api.store.list(adJobKind)).resourceVersion).toBe(before.resourceVersion);
  });
});

describe('GET /jobs/{job_id}', () => {
  const response = { images: [], concept: 'Feet first', credits: 5 };
  test.each<[string, AdJobStatus, Record<string, unknown>]>([
    ['running', { phase: 'PROCESSING' }, { status: 'PROCESSING', response: null, error: null }],
    ['done', { phase: 'SUCCESS', response }, { status: 'SUCCESS', response, error: null }],
    [
      'failed',
      { phase: 'FAILED', error: 'No. [internal]' },
      { status: 'FAILED', response: null, error: 'No. [internal]' },
    ],
  ])('a job that is %s is returned with its phase and result', async (_, seen, want) => {
    const jobId = await created();
    await status(jobId, seen);
    await until(async () => (await (await get(jobId)).text()).includes(String(seen.phase)));
    const answer = await get(jobId);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ job_id: jobId, type: 'image_ad', ...want });
  });

  test('a job id is matched in any case', async () => {
    const jobId = await created();
    const answer = await get(jobId.toUpperCase());
    expect(await answer.json()).toMatchObject({ job_id: jobId });
  });

  test('an applied job is read by its uid and not by its name', async () => {
    const spec: AdJobSpec = { type: 'image_ad', accountRef: { name: mine.account }, apiKeyRef: { name: mine.name } };
    const image = (await api.store.get(adJobKind, { namespace, name: await created() }))?.spec.image;
    const job = await api.store.create(adJobKind, {
      metadata: { namespace, name: 'spring-sale' },
      spec: { ...spec, image },
    });
    await until(async () => (await get(job.metadata.uid)).status === 200);
    expect((await get('spring-sale')).status).toBe(404);
  });
});

describe('404 responses', () => {
  /** Headers whose values differ from request to request. */
  const ownHeaders = ['x-request-id', 'date', 'ratelimit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  const face = async (answer: Response): Promise<unknown> => ({
    status: answer.status,
    headers: [...answer.headers].filter(([name]) => !ownHeaders.includes(name)),
    body: (await answer.text()).replace(/urn:uuid:[0-9a-f-]{36}/, ''),
  });

  test.each<[string, () => Promise<Response>]>([
    ["another account's job", async () => get(await created(), await api.key())],
    ['a job of another key of the account', async () => get(await created(), sibling)],
    ['an id that is not a UUID', () => get('1')],
    ['a name with a slash', () => get('a%2fb')],
    ['a broken escape', () => get('%ZZ')],
    ['a UUID of another version', () => get('3f1c2a50-0d1e-4a77-9b1e-6f1d1a2b3c4d')],
    [
      'a job without a key',
      async () => {
        const image = (await api.store.get(adJobKind, { namespace, name: await created() }))?.spec.image;
        const spec: AdJobSpec = { type: 'image_ad', accountRef: { name: mine.account }, image };
        const name = uuidV7();
        await api.store.create(adJobKind, { metadata: { namespace, name }, spec });
        return get(name);
      },
    ],
  ])('the 404 for %s is identical to that for an unknown id', async (_, ask) => {
    const unknown = await get(uuidV7());
    expect(unknown.status).toBe(404);
    expect(await face(await ask())).toEqual(await face(unknown));
  });

  test('a job that is being deleted gets 404', async () => {
    const jobId = await created();
    await api.store.delete(adJobKind, { namespace, name: jobId });
    expect((await api.store.get(adJobKind, { namespace, name: jobId }))?.metadata.deletionTimestamp).toBeDefined();
    await until(async () => (await get(jobId)).status === 404);
  });
});
