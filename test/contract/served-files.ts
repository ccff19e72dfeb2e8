import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import type { ArtifactStore } from '../../src/artifacts/port.ts';
import { artifactKey, attemptFolder, fileUrl } from '../../src/domain/artifact-keys.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { startApi, type ApiService } from '../support/api/api-service.ts';
import { namespace } from '../support/installation/objects.ts';
import { until } from '../support/process/until.ts';
import { imageRequest } from '../support/api/ad-requests.ts';

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
const sha256 = createHash('sha256').update(bytes).digest('hex');

/** Defines the tests of files that the API serves from an artifact store. By default, the store is a folder. */
export function servedFilesContract(name: string, openStore?: () => Promise<ArtifactStore>): void {
  describe(`files served from ${name}`, () => {
    let api: ApiService;
    let jobId: string;
    let folder: string;
    let url: string;

    beforeAll(async () => {
      const artifacts = await openStore?.();
      api = await startApi(artifacts && { artifacts });
      const { secret } = await api.key();
      const headers = { 'X-API-Key': secret, 'Content-Type': 'application/json' };
      const body = JSON.stringify(imageRequest());
      const answer = await fetch(`${api.url}/create_image_ad_async`, { method: 'POST', headers, body });
      jobId = ((await answer.json()) as { job_id: string }).job_id;
      folder = attemptFolder('secret', jobId, 'image', 1);
      for (const file of ['ad-1.png', 'ad.mp4', 'concept.json'])
        await api.artifacts.put(artifactKey(jobId, folder, file), bytes);
      url = fileUrl(api.url, artifactKey(jobId, folder, 'ad-1.png'));
      const response = {
        images: [{ url, sha256 }],
        video: { url: fileUrl(api.url, artifactKey(jobId, folder, 'ad.mp4')) },
        concept: fileUrl(api.url, artifactKey(jobId, folder, 'concept.json')),
      };
      await api.store.patchStatus(adJobKind, { namespace, name: jobId }, { status: { phase: 'SUCCESS', response } });
      await until(async () => (await fetch(url)).status === 200);
    });
    afterAll(() => api.close());

    const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
      fetch(url, { headers, method });
    const bodyOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

    describe('a file named in the response', () => {
      test('a file named in the response is served without an API key, cacheable and with a sandbox policy', async () => {
        const answer = await get();
        expect(answer.status).toBe(200);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'image/png',
          'content-length': '1000',
          'cache-control': 'private, max-age=86400, immutable',
          etag: `"${sha256}"`,
          'accept-ranges': 'bytes',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
        });
        expect((await bodyOf(answer)).equals(bytes)).toBe(true);
      });

      test('a film keeps its origin in the sandbox, because a browser that opens it alone loads it from there', async () => {
        const { status, headers } = await fetch(url.replace('ad-1.png', 'ad.mp4'));
        expect([status, headers.get('content-type')]).toEqual([200, 'video/mp4']);
        expect(headers.get('content-security-policy')).toMatch(/; sandbox allow-same-origin$/);
      });

      test('HEAD of a file returns the headers of GET without the body', async () => {
        const [headed, got] = [await get({}, 'HEAD'), await get()];
        const plain = (answer: Response) =>
          [...answer.headers].filter(([name]) => !['x-request-id', 'date', 'connection', 'keep-alive'].includes(name));
        expect(headed.status).toBe(200);
        expect(plain(headed)).toEqual(plain(got));
        expect((await bodyOf(headed)).length).toBe(0);
      });

      test.each<[string, string, [status: number, contentRange: string | null, from: number, to: number]]>([
        ['the first bytes', 'bytes=0-9', [206, 'bytes 0-9/1000', 0, 10]],
        ['the last bytes', 'bytes=-10', [206, 'bytes 990-999/1000', 990, 1000]],
        ['an open end', 'bytes=990-', [206, 'bytes 990-999/1000', 990, 1000]],
        ['an end beyond the file', 'bytes=990-5000', [206, 'bytes 990-999/1000', 990, 1000]],
        ['a suffix longer than the file', 'bytes=-5000', [206, 'bytes 0-999/1000', 0, 1000]],
        ['several parts', 'bytes=0-1,5-6', [200, null, 0, 1000]],
        ['nonsense', 'bytes=x', [200, null, 0, 1000]],
      ])('a Range header with %s gets the expected part', async (_, range, [status, contentRange, from, to]) => {
        const answer = await get({ Range: range });
        const body = await bodyOf(answer);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('content-range')).toBe(contentRange);
        expect(answer.headers.get('content-length')).toBe(String(to - from));
        expect(body.equals(bytes.subarray(from, to))).toBe(true);
      });

      test('a Range header beyond the end gets 416', async () => {
        const answer = await get({ Range: 'bytes=1000-' });
        expect(answer.status).toBe(416);
        expect(answer.headers.get('content-range')).toBe('bytes */1000');
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(await answer.json()).toMatchObject({ code: 'range_not_satisfiable' });
      });

      test.each<[string, Record<string, string>, number]>([
        ['If-None-Match with the current tag', { 'If-None-Match': `"${sha256}"` }, 304],
        ['If-None-Match with the weak tag', { 'If-None-Match': `W/"${sha256}"` }, 304],
        ['If-None-Match with an asterisk', { 'If-None-Match': '*' }, 304],
        ['If-None-Match with another tag', { 'If-None-Match': '"x"' }, 200],
        ['If-Range with the current tag', { Range: 'bytes=0-9', 'If-Range': `"${sha256}"` }, 206],
        ['If-Range with another tag', { Range: 'bytes=0-9', 'If-Range': '"x"' }, 200],
        ['If-Range with a date', { Range: 'bytes=0-9', 'If-Range': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 200],
      ])('a request with %s gets the expected status', async (_, headers, status) => {
        const answer = await get(headers);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('etag')).toBe(`"${sha256}"`);
        expect(answer.headers.get('cache-control')).toBe('private, max-age=86400, immutable');
        expect((await bodyOf(answer)).length).toBe({ 304: 0, 200: 1000, 206: 10 }[status]);
      });
    });

    test('a job that has not succeeded serves no file', async () => {
      const name = uuidV7();
      const key = artifactKey(name, folder, 'ad-1.png');
      const spec = (await api.store.get(adJobKind, { namespace, name: jobId }))?.spec;
      if (spec === undefined) throw new Error('the job was not found');
      await api.store.create(adJobKind, { metadata: { namespace, name }, spec });
      await api.artifacts.put(key, bytes);
      const response = { images: [{ url: fileUrl(api.url, key), sha256 }] };
      await api.store.patchStatus(adJobKind, { namespace, name }, { status: { phase: 'FAILED', response } });
      expect((await fetch(fileUrl(api.url, key))).status).toBe(404);
      await api.store.patchStatus(adJobKind, { namespace, name }, { status: { phase: 'SUCCESS' } });
      await until(async () => (await fetch(fileUrl(api.url, key))).status === 200);
    });

    test('a file that a redraw has drawn is served, but no other file of the redraw', async () => {
      const keyOf = (file: string): string => artifactKey(jobId, attemptFolder('secret', jobId, 'redraw', 1), file);
      const statusOf = async (file: string): Promise<number> => (await fetch(fileUrl(api.url, keyOf(file)))).status;
      const others = ['result.json', 'ad.constructor'];
      for (const file of ['ad-1.png', ...others]) await api.artifacts.put(keyOf(file), bytes);
      expect(await statusOf('ad-1.png')).toBe(200);
      expect(await Promise.all(others.map(statusOf))).toEqual([404, 404]);
    });

    describe('addresses that get 404', () => {
      test.each<[string, () => string]>([
        ['a file that the response does not name', () => url.replace('ad-1.png', 'concept.json')],
        ['a missing file', () => url.replace('ad-1', 'ad-2')],
        ['another attempt', () => url.replace('image-1-', 'image-2-')],
        ['another job', () => url.replace(jobId, '019aa5c0-7b1a-7c3d-8e4f-0123456789ab')],
        ['an invalid job id', () => url.replace(jobId, 'x')],
        ['a path that leads upwards', () => url.replace('ad-1.png', '..%2f..%2f..%2ftest.db')],
        ['dots for a folder', () => url.replace(folder, '%2e%2e')],
        ['a zero byte', () => `${url}%00`],
        ['a folder', () => url.replace('/ad-1.png', '')],
        ['a path below a file', () => `${url}/x`],
      ])('a request for %s gets 404', async (_, at) => {
        const answer = await fetch(at());
        expect(answer.status).toBe(404);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        expect(answer.headers.get('cache-control')).toBe('no-store');
      });

      test('a file gets 404 once its job is being deleted', async () => {
        await api.store.delete(adJobKind, { namespace, name: jobId });
        await until(async () => (await fetch(url)).status === 404);
        expect({ statusAfterDeletion: (await fetch(url)).status }).toEqual({ statusAfterDeletion: 404 });
      });
    });
  });
}
