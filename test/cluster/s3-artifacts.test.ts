import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { S3Artifacts, S3ArtifactsOptions } from '../../src/artifacts/s3-artifacts.ts';
import { AccessExpired } from '../../src/stages/stage-errors.ts';
import type { FileAccess } from '../../src/schema/stage-contract.ts';
import { readUrl, writeUrl } from '../../src/stages/url-access.ts';
import { artifactStoreContract } from '../contract/artifact-store.ts';
import { startHttpServer } from '../support/network/raw-server.ts';
import { S3Server } from '../support/stores/s3-server.ts';
import { until } from '../support/process/until.ts';
import { collected } from '../support/process/collected.ts';

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.close());

artifactStoreContract('S3Artifacts', () => {
  const store = server.artifacts();
  return Promise.resolve({
    store,
    readByAccess: async (access) => there(await readUrl(urlOf(access))),
    writeByAccess: (access, bytes) => writeUrl(urlOf(access), { bytes, contentType: 'image/png' }),
    close: () => {
      store.close();
      return Promise.resolve();
    },
  });
});

function urlOf(access: FileAccess): string {
  if (access.kind !== 'url') throw new Error('the access is not a URL');
  return access.url;
}

describe('S3Artifacts in a bucket', () => {
  let store: S3Artifacts;
  beforeEach(() => {
    store = server.artifacts();
  });
  afterEach(() => {
    store.close();
  });

  test('object keys may contain every allowed character', async () => {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-';
    const keys = [letters, '...', '-', '_x', 'a.b/c-d/.e', 'x'.repeat(200)].map((name) => `jobs/${name}`);
    for (const key of keys) {
      await writeUrl((await store.access(key, 'write', 60)).url, {
        bytes: Buffer.from(key),
        contentType: 'text/plain',
      });
      expect(String(await store.get(key, 1_000))).toBe(key);
      expect(String(await readUrl((await store.access(key, 'read', 60)).url))).toBe(key);
    }
    expect((await store.list('jobs/')).map(({ key }) => key).sort()).toEqual(keys.sort());
    await store.deleteTree('jobs/');
    expect(await store.list('jobs/')).toEqual([]);
  });

  test('`list`, `walk` and `deleteTree` handle more than a page of keys', async () => {
    const keys = Array.from({ length: 2_001 }, (_, index) => `jobs/a/file-${index}`);
    const left = [...keys];
    const putSome = async (): Promise<void> => {
      for (let key = left.pop(); key !== undefined; key = left.pop()) await store.put(key, Buffer.from('x'));
    };
    await Promise.all(Array.from({ length: 20 }, putSome));
    await store.put('jobs/b/file', Buffer.from('x'));
    expect((await store.list('jobs/a/')).map(({ key }) => key).sort()).toEqual(keys.sort());
    const walked = await collected(store.walk('jobs/a/'));
    expect(walked.map(({ key }) => key).sort()).toEqual(keys.sort());
    await store.deleteTree('jobs/a/');
    expect((await store.list('jobs/')).map(({ key }) => key)).toEqual(['jobs/b/file']);
  });

  test('a file of 60 MB, written by the service or a stage, can be read completely and in part', async () => {
    const bytes = randomBytes(60_000_000);
    await store.put('jobs/a/put', bytes);
    const { url } = await store.access('jobs/a/written', 'write', 60);
    await writeUrl(url, { bytes, contentType: 'video/mp4' });
    for (const key of ['jobs/a/put', 'jobs/a/written']) {
      expect((await store.stat(key))?.bytes).toBe(bytes.length);
      expect(there(await store.get(key, bytes.length)).equals(bytes)).toBe(true);
      const part = there(await store.open(key, { start: 59_000_000, end: 59_999_999 }));
      expect((await buffer(part)).equals(bytes.subarray(59_000_000))).toBe(true);
      expect(there(await readUrl((await store.access(key, 'read', 60)).url)).equals(bytes)).toBe(true);
    }
  });

  test('a part beyond the end of a file is empty', async () => {
    await store.put('jobs/a/file', Buffer.from('12345'));
    const part = there(await store.open('jobs/a/file', { start: 5, end: 9 }));
    expect(await buffer(part)).toEqual(Buffer.alloc(0));
  });

  test('stores with different prefixes of one bucket are separate', async () => {
    const [one, other] = [server.artifacts({ prefix: 'two/one' }), server.artifacts({ prefix: 'two/one-more/' })];
    const whole = server.artifacts({ prefix: '' });
    await one.put('jobs/a', Buffer.from('1'));
    await other.put('jobs/a', Buffer.from('22'));
    expect(await one.list('jobs/')).toMatchObject([{ key: 'jobs/a', bytes: 1 }]);
    expect((await whole.list('two/')).map(({ key }) => key).sort()).toEqual(['two/one-more/jobs/a', 'two/one/jobs/a']);
    await one.deleteTree('jobs/');
    expect((await whole.list('two/')).map(({ key }) => key)).toEqual(['two/one-more/jobs/a']);
    for (const each of [one, other, whole]) each.close();
  });

  test('a presigned URL expires', async () => {
    await store.put('jobs/a/file', Buffer.from('x'));
    const [read, write] = [await store.access('jobs/a/file', 'read', 1), await store.access('jobs/a/file', 'write', 1)];
    await until(async () => (await fetch(read.url)).status === 403);
    await expect(readUrl(read.url)).rejects.toThrow(AccessExpired);
    const writing = writeUrl(write.url, { bytes: Buffer.from('y'), contentType: 'a/b' });
    await expect(writing).rejects.toThrow(AccessExpired);
    expect(String(await store.get('jobs/a/file', 10))).toBe('x');
  });

  test('a presigned URL is valid for one file and one method', async () => {
    await store.put('jobs/a/file', Buffer.from('x'));
    const { url } = await store.access('jobs/a/file', 'read', 60);
    expect((await fetch(url, { method: 'PUT', body: 'y' })).status).toBe(403);
    expect((await fetch(url.replace('/jobs/a/file', '/jobs/a/other'))).status).toBe(403);
    await expect(store.access('jobs/a/file', 'read', 604_801)).rejects.toThrow('one week');
  });
});

describe('check of S3Artifacts', () => {
  const check = async (options: Partial<S3ArtifactsOptions>): Promise<void> => {
    const store = server.artifacts(options);
    try {
      await store.check();
    } finally {
      store.close();
    }
  };

  test('S3Artifacts.check succeeds if the bucket can be listed', async () => {
    await expect(check({})).resolves.toBeUndefined();
    await expect(check({ prefix: '' })).resolves.toBeUndefined();
  });

  test('S3Artifacts.check reports a missing bucket', async () => {
    await expect(check({ bucket: 'nowhere' })).rejects.toThrow(
      /^Failed to list bucket nowhere: .*does not exist \(NoSuchBucket, status 404\)$/,
    );
  });

  test.each([
    ['a wrong secret', 'AWS_SECRET_ACCESS_KEY', 'SignatureDoesNotMatch, status 403'],
    ['an unknown key', 'AWS_ACCESS_KEY_ID', 'access key ID (XAdminUserNotFound, status 404)'],
  ])('S3Artifacts.check reports that the server refuses %s', async (_, variable, reason) => {
    const right = process.env[variable];
    process.env[variable] = 'sesame';
    try {
      const error: unknown = await check({}).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ message: expect.stringContaining(reason) });
      expect(error).toMatchObject({ message: expect.not.stringContaining('sesame') });
    } finally {
      process.env[variable] = right;
    }
  });

  test('S3Artifacts.check reports an endpoint that refuses connections', async () => {
    const gone = await startHttpServer(() => undefined);
    await gone.close();
    await expect(check({ endpoint: gone.origin })).rejects.toThrow(/Failed to list bucket .*ECONNREFUSED/);
  });

  test('S3Artifacts.check reports an endpoint that is not S3', async () => {
    const site = await startHttpServer((_, response) => void response.end('<!doctype html><p>Hi &nbsp; there<br>'));
    await expect(check({ endpoint: site.origin })).rejects.toThrow(/^Failed to list bucket artifacts: [^\n]+$/);
    await site.close();
  });
});

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the file was not found');
  return value;
}
