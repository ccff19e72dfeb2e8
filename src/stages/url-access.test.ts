import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startHttpServer, type TestServer } from '../../test/support/network/raw-server.ts';
import { AccessExpired } from './stage-errors.ts';
import { readUrl, writeUrl, type Patience } from './url-access.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

let servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

/** Starts a server that answers each request with the next handler, and all further requests with the last handler. */
async function serve(...handles: Handle[]): Promise<{ url: string; asked: string[] }> {
  let next = 0;
  const server = await startHttpServer((request, response) => {
    handles[Math.min(next, handles.length - 1)]?.(request, response);
    next += 1;
  });
  servers.push(server);
  return { url: `${server.origin}/bucket/file?X-Amz-Signature=sesame`, asked: server.asked };
}

const patient: Patience = { waitsMs: [1, 1, 1], timeoutMs: 5_000, totalMs: 20_000 };
/** Short time limits for tests in which the store never answers. */
const hasty: Patience = { waitsMs: [1, 1], timeoutMs: 50, totalMs: 20_000 };
/** Time limits for tests in which the store answers the second attempt. A busy machine can answer within them. */
const steady: Patience = { waitsMs: [1, 1], timeoutMs: 1_000, totalMs: 20_000 };

function answer(status: number, code = '', headers: Record<string, string> = {}): Handle {
  return (_, response) => {
    response
      .writeHead(status, headers)
      .end(code === '' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  };
}
const give =
  (text: string): Handle =>
  (_, response) =>
    void response.end(text);
const hangUp: Handle = (request) => void request.socket.destroy();
const silence: Handle = () => undefined;
const half: Handle = (_, response) => {
  response.writeHead(200, { 'Content-Length': '10' });
  response.write('01234', () => response.destroy());
};
const stallHalfway: Handle = (_, response) => {
  response.writeHead(200, { 'Content-Length': '10' });
  response.write('01234');
};

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { message, stack = '' } = error as Error;
  expect(stack).not.toContain('sesame');
  expect(error).not.toHaveProperty('cause');
  return message;
}

describe('a file behind a presigned URL', () => {
  test('readUrl reads a file', async () => {
    const { url } = await serve(give('hello'));
    expect(String(await readUrl(url))).toBe('hello');
  });

  test('readUrl reads an empty file', async () => {
    const { url } = await serve(give(''));
    expect(await readUrl(url)).toEqual(Buffer.alloc(0));
  });

  test.each([['NoSuchKey'], ['']])('readUrl returns undefined for a missing file with the code "%s"', async (code) => {
    const { url, asked } = await serve(answer(404, code));
    expect(await readUrl(url)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  test.each<[string, Handle, string]>([
    ['a bucket', answer(404, 'NoSuchBucket'), 'status 404, NoSuchBucket'],
    ['a store', (_, response) => void response.writeHead(404).end('<!doctype html><title>Not Found'), 'status 404'],
  ])('readUrl fails if the file is in %s that does not exist', async (_, handle, why) => {
    const { url } = await serve(handle);
    expect(await messageOf(readUrl(url))).toMatch(`failed: ${why}.`);
  });

  test('writeUrl sends content type and length, and no header that is not signed', async () => {
    const seen: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
    const { url } = await serve((request, response) => {
      void buffer(request).then((body) => {
        seen.push({ method: request.method, headers: request.headers, body: String(body) });
        response.end();
      });
    });
    await writeUrl(url, { bytes: Buffer.from('a picture'), contentType: 'image/png' });
    expect(seen).toMatchObject([
      { method: 'PUT', headers: { 'content-type': 'image/png', 'content-length': '9' }, body: 'a picture' },
    ]);
    expect(
      Object.keys(seen[0]?.headers ?? {}).filter((name) => /^(x-|content-(encoding|md5)|expect)/.test(name)),
    ).toEqual([]);
  });
});

describe('retries', () => {
  test.each<[string, Handle]>([
    ['answers 500', answer(500, 'InternalError')],
    ['answers 503', answer(503, 'SlowDown')],
    ['answers 429', answer(429)],
    ['times out', answer(400, 'RequestTimeout')],
    ['closes the connection', hangUp],
    ['closes the connection in the middle of the body', half],
  ])('a store that %s is asked again', async (_, trouble) => {
    const { url, asked } = await serve(trouble, trouble, give('hello'));
    expect(String(await readUrl(url, { patience: patient }))).toBe('hello');
    expect(asked).toHaveLength(3);
  });

  test.each<[string, Handle]>([
    ['does not answer', silence],
    ['stops in the middle of the body', stallHalfway],
  ])('a store that %s is asked again after a timeout', async (_, trouble) => {
    const { url, asked } = await serve(trouble, give('hello'));
    expect(String(await readUrl(url, { patience: steady }))).toBe('hello');
    expect(asked).toHaveLength(2);
  });

  test('writeUrl sends the whole file again on its second attempt', async () => {
    const bodies: string[] = [];
    const take: Handle = (request, response) => {
      void buffer(request).then((body) => {
        bodies.push(String(body));
        response.writeHead(bodies.length === 1 ? 503 : 200).end();
      });
    };
    const { url } = await serve(take);
    await writeUrl(url, { bytes: Buffer.from('all of it'), contentType: 'text/plain' }, { patience: patient });
    expect(bodies).toEqual(['all of it', 'all of it']);
  });

  test.each<[string, Handle, Patience, string]>([
    ['with an error code', answer(503, 'SlowDown'), patient, 'status 503, SlowDown'],
    ['by closing the connection', hangUp, patient, 'the connection failed (UND_ERR_SOCKET)'],
    ['by not answering', silence, hasty, 'the transfer took too long'],
  ])('a store that keeps failing %s is an error after the last attempt', async (_, trouble, patience, why) => {
    const { url, asked } = await serve(trouble);
    expect(await messageOf(readUrl(url, { patience }))).toBe(
      `Reading a file from the store at ${new URL(url).host} failed: ${why}.`,
    );
    expect(asked).toHaveLength(patience.waitsMs.length + 1);
  });

  test.each<[string, Handle, Patience, number]>([
    [
      'no delay begins that ends after the deadline',
      answer(503),
      { waitsMs: [1, 60_000, 1], timeoutMs: 5_000, totalMs: 5_000 },
      2,
    ],
    ['a try ends at the deadline', silence, { waitsMs: [], timeoutMs: 60_000, totalMs: 50 }, 1],
    ['the body of a try ends at the deadline', stallHalfway, { waitsMs: [], timeoutMs: 60_000, totalMs: 50 }, 1],
  ])('all tries have one deadline: %s', async (_, trouble, patience, tries) => {
    const { url, asked } = await serve(trouble);
    expect(await messageOf(readUrl(url, { patience }))).toContain('failed: ');
    expect(asked).toHaveLength(tries);
  });

  test('a large file has its transfer time in addition to the deadline', async () => {
    const { url } = await serve((request, response) => {
      setTimeout(() => request.resume().on('end', () => response.end()), 150);
    });
    const file = { bytes: Buffer.alloc(1_000_000), contentType: 'a/b' };
    await writeUrl(url, file, { patience: { waitsMs: [], timeoutMs: 60_000, totalMs: 50 } });
  });

  test('a store that is not running is an error after the last attempt', async () => {
    const { url } = await serve(silence);
    await Promise.all(servers.splice(0).map((server) => server.close()));
    expect(await messageOf(readUrl(url, { patience: patient }))).toContain('the connection failed (ECONNREFUSED)');
  });
});

describe('an expired URL', () => {
  test.each([
    [403, 'AccessDenied'],
    [403, 'SignatureDoesNotMatch'],
    [403, ''],
    [401, ''],
    [400, 'ExpiredToken'],
    [400, 'RequestExpired'],
  ])('status %d with code "%s" fails at once with AccessExpired', async (status, code) => {
    const { url, asked } = await serve(answer(status, code));
    await expect(readUrl(url, { patience: patient })).rejects.toThrow(AccessExpired);
    await expect(writeUrl(url, { bytes: Buffer.from('x'), contentType: 'a/b' }, { patience: patient })).rejects.toThrow(
      AccessExpired,
    );
    expect(asked).toHaveLength(2);
    expect(await messageOf(readUrl(url, { patience: patient }))).toContain(`failed: status ${status}`);
  });
});

describe('other errors', () => {
  test.each([
    [400, 'InvalidArgument'],
    [405, 'MethodNotAllowed'],
    [416, ''],
  ])('status %d with code "%s" fails at once', async (status, code) => {
    const { url, asked } = await serve(answer(status, code));
    const words = await messageOf(readUrl(url, { patience: patient }));
    expect(words).toContain(`status ${status}${code && `, ${code}`}.`);
    expect(asked).toHaveLength(1);
  });

  test('a redirect fails at once, because its signature is not valid elsewhere', async () => {
    const { url, asked } = await serve(answer(307, 'TemporaryRedirect', { Location: '/elsewhere' }), give('other'));
    expect(await messageOf(readUrl(url, { patience: patient }))).toContain('status 307, TemporaryRedirect');
    expect(asked).toHaveLength(1);
  });

  test('writeUrl fails at once if the bucket is missing', async () => {
    const { url } = await serve(answer(404, 'NoSuchBucket'));
    const writing = writeUrl(url, { bytes: Buffer.from('x'), contentType: 'a/b' }, { patience: patient });
    expect(await messageOf(writing)).toContain('failed: status 404, NoSuchBucket.');
  });

  test.each(['', 'no url', 'http://', '/bucket/file?X-Amz-Signature=sesame'])(
    'the invalid URL "%s" fails at once',
    async (url) => {
      expect(await messageOf(readUrl(url, { patience: { waitsMs: [], timeoutMs: 1_000, totalMs: 1_000 } }))).toContain(
        'an unreadable address',
      );
    },
  );
});
