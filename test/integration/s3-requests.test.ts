import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { S3Artifacts, type S3ArtifactsOptions } from '../../src/artifacts/s3-artifacts.ts';
import { readProxySettings } from '../../src/config/proxy-config.ts';
import { openArtifacts } from '../../src/roles/storage.ts';
import { startHttpServer, startTcpServer, type TestServer } from '../support/network/raw-server.ts';
import { testCertificates } from '../support/network/test-certificates.ts';
import { startTestProxy, type TestProxy } from '../support/network/test-proxy.ts';
import { until } from '../support/process/until.ts';

/** Stub of an S3 server, for requests in which S3 servers differ. Other tests use a real S3 server. */
let server: TestServer;
let seen: { line: string; headers: IncomingMessage['headers']; body: string }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let stores: S3Artifacts[];

beforeEach(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = 'somebody';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'sesame';
  [seen, stores] = [[], []];
  server = await startHttpServer((request, response) => {
    void buffer(request).then((body) => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: String(body) });
      answer(request, response);
    });
  });
});
afterEach(async () => {
  for (const store of stores) store.close();
  await server.close();
});

function open(options: Partial<S3ArtifactsOptions> = {}): S3Artifacts {
  const where = { bucket: 'ads', prefix: '', region: 'eu-central-1', endpoint: server.origin, forcePathStyle: true };
  const store = new S3Artifacts({ ...where, proxies: readProxySettings(), ...options });
  stores.push(store);
  return store;
}

const xml = (text: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.setHeader('Content-Type', 'application/xml').end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
};
const listing = xml(
  '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>jobs/a/file</Key><Size>1</Size></Contents><Contents><Key>jobs/a/</Key><Size>0</Size></Contents></ListBucketResult>',
);

function listThen(deletion: string): typeof answer {
  return (request, response) => {
    if (request.method === 'GET') listing(request, response);
    else xml(deletion)(request, response);
  };
}

describe('requests to an S3 server', () => {
  test('an upload carries no checksum header that only some servers know', async () => {
    answer = (_, response) => void response.end();
    await open().put('jobs/a/file', Buffer.from('bytes'));
    expect(seen).toMatchObject([{ line: 'PUT /ads/jobs/a/file?x-id=PutObject', body: 'bytes' }]);
    const names = Object.keys(seen[0]?.headers ?? {});
    expect(names.filter((name) => /checksum|trailer|content-encoding/.test(name))).toEqual([]);
  });

  test('a file that must not exist is written by one conditional request', async () => {
    answer = (_, response) => void response.end();
    expect(await open().putIfAbsent('jobs/a/file', Buffer.from('bytes'))).toBe(true);
    expect(seen).toMatchObject([{ line: 'PUT /ads/jobs/a/file?x-id=PutObject', headers: { 'if-none-match': '*' } }]);
  });

  test.each<[string, number, boolean]>([
    ['checks for the file first and writes it', 404, true],
    ['leaves an existing file unchanged', 200, false],
  ])('a store without conditional writes %s', async (_, status, isWritten) => {
    answer = ({ method, headers }, response) => {
      response.statusCode = method === 'HEAD' ? status : 200;
      if (headers['if-none-match'] === undefined) return void response.end();
      response.statusCode = 501;
      return void response.end('<Error><Code>NotImplemented</Code><Message>No such header.</Message></Error>');
    };
    expect(await open().putIfAbsent('jobs/a/file', Buffer.from('bytes'))).toBe(isWritten);
    expect(seen.map(({ line }) => line.split(' ')[0])).toEqual(['PUT', 'HEAD', ...(isWritten ? ['PUT'] : [])]);
  });

  test('a conditional write that another one delays is an error', async () => {
    answer = (_, response) => {
      response.statusCode = 409;
      xml('<Error><Code>ConditionalRequestConflict</Code><Message>Try again.</Message></Error>')(_, response);
    };
    await expect(open().putIfAbsent('jobs/a/file', Buffer.from('bytes'))).rejects.toThrow(
      'Failed to write jobs/a/file to bucket ads: Try again (ConditionalRequestConflict, status 409)',
    );
  });

  test('a deletion carries the Content-MD5 header that some servers require and no other checksum', async () => {
    answer = listThen('<DeleteResult></DeleteResult>');
    await open().deleteTree('jobs/a/');
    const { line, headers, body } = seen[1] ?? {};
    expect(line).toMatch(/^POST \/ads\/?\?delete/);
    expect(body).toContain('<Key>jobs/a/file</Key>');
    expect(body).toContain('<Key>jobs/a/</Key>');
    expect(headers?.['content-md5']).toBe(createHash('md5').update(String(body)).digest('base64'));
    expect(Object.keys(headers ?? {}).filter((name) => name.includes('checksum'))).toEqual([]);
  });

  test.each<[string, Partial<S3ArtifactsOptions>, RegExp]>([
    ['path', { forcePathStyle: true }, /^http:\/\/127\.0\.0\.1:\d+\/ads\/of\/us\/jobs\/a\/file\?/],
    [
      'host',
      { forcePathStyle: false, endpoint: 'https://s3.test' },
      /^https:\/\/ads\.s3\.test\/of\/us\/jobs\/a\/file\?/,
    ],
  ])('a presigned URL with the bucket in its %s signs only the host header', async (_, options, address) => {
    for (const mode of ['read', 'write'] as const) {
      const { url } = await open({ ...options, prefix: 'of/us/' }).access('jobs/a/file', mode, 90.5);
      expect(url).toMatch(address);
      const query = Object.fromEntries(new URL(url).searchParams);
      expect(query).toMatchObject({ 'X-Amz-SignedHeaders': 'host', 'X-Amz-Expires': '91' });
      expect(Object.keys(query).filter((name) => name.toLowerCase().includes('checksum'))).toEqual([]);
    }
    expect(seen).toEqual([]);
  });
});

describe('the proxy of the environment', () => {
  const none = { http: '', https: '', none: '' };
  let proxy: TestProxy;
  afterEach(() => {
    proxy.close();
  });

  test.each([true, false])('requests to an http endpoint use HTTP_PROXY, path style %s', async (forcePathStyle) => {
    answer = listing;
    proxy = await startTestProxy(Number(new URL(server.origin).port));
    const endpoint = 'http://s3.test:9000';
    const store = open({ endpoint, forcePathStyle, proxies: { ...none, http: proxy.url } });
    expect((await store.list('jobs/')).map(({ key }) => key)).toEqual(['jobs/a/file']);
    const start = forcePathStyle ? 'GET http://s3.test:9000/ads/?' : 'GET http://ads.s3.test:9000/?';
    expect(proxy.asked).toEqual([expect.stringContaining(start)]);
  });

  test('requests to an https endpoint use a tunnel of HTTPS_PROXY', async () => {
    const { serverKey: tlsKey, serverCertificate: cert, authority } = testCertificates;
    const before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, authority]);
    const secure = createServer({ key: tlsKey, cert }, listing).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    proxy = await startTestProxy((secure.address() as AddressInfo).port);
    const store = open({ endpoint: 'https://api.test', proxies: { ...none, https: proxy.url } });
    try {
      expect((await store.list('jobs/')).map(({ key }) => key)).toEqual(['jobs/a/file']);
      expect(proxy.asked).toEqual(['CONNECT api.test:443']);
    } finally {
      tls.setDefaultCACertificates(before);
      secure.closeAllConnections();
      secure.close();
    }
  });

  test('requests do not use the proxy if NO_PROXY has the host of the bucket', async () => {
    proxy = await startTestProxy(Number(new URL(server.origin).port));
    const proxies = { http: proxy.url, https: proxy.url, none: 'ads.s3.test' };
    const store = open({ endpoint: 'http://s3.test:9000', forcePathStyle: false, proxies });
    await expect(store.list('jobs/')).rejects.toThrow();
    expect(proxy.asked).toEqual([]);
  });
});

describe('responses of an S3 server', () => {
  test('a list omits keys that are not artifact keys', async () => {
    answer = listing;
    expect((await open().list('jobs/')).map(({ key }) => key)).toEqual(['jobs/a/file']);
  });

  test('a deletion that fails in part is an error', async () => {
    answer = listThen(
      '<DeleteResult><Error><Key>jobs/a/file</Key><Code>AccessDenied</Code><Message>Access Denied</Message></Error></DeleteResult>',
    );
    await expect(open().deleteTree('jobs/a/')).rejects.toThrow(
      /^Failed to delete all objects from bucket ads: Access Denied \(AccessDenied\)$/,
    );
  });

  test('a file that ends early is an error', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': '10' });
      response.write('01234', () => response.destroy());
    };
    await expect(open().get('jobs/a/file', 10)).rejects.toThrow(
      /^Failed to read all of jobs\/a\/file from bucket ads: /,
    );
  });

  test('a file above the limit is not read to its end', async () => {
    let isClosed = false;
    answer = (_, response) => {
      response.on('close', () => (isClosed = true));
      response.writeHead(200, { 'Content-Length': '1000000' });
      response.write('01234');
    };
    await expect(open().get('jobs/a/file', 10)).rejects.toThrow(
      'The file has 1000000 bytes, more than the limit of 10.',
    );
    await until(() => isClosed);
  });

  test('a temporary error is retried', async () => {
    answer = (_, response) => {
      response.statusCode = seen.length === 1 ? 503 : 200;
      response.setHeader('Content-Length', '5').end('bytes');
    };
    expect(String(await open().get('jobs/a/file', 10))).toBe('bytes');
    expect(seen).toHaveLength(2);
  });

  test('the error of a refused request contains no key id and no signature', async () => {
    answer = (_, response) => {
      response.statusCode = 403;
      xml(
        '<Error><Code>SignatureDoesNotMatch</Code><Message>It does not match.</Message><AWSAccessKeyId>somebody</AWSAccessKeyId><SignatureProvided>fe5f</SignatureProvided></Error>',
      )(_, response);
    };
    const error: unknown = await open()
      .get('jobs/a/file', 10)
      .catch((thrown: unknown) => thrown);
    const { message, stack = '' } = error as Error;
    expect(message).toBe(
      'Failed to read jobs/a/file from bucket ads: It does not match (SignatureDoesNotMatch, status 403)',
    );
    expect(stack + JSON.stringify(error)).not.toMatch(/somebody|fe5f|sesame/);
    expect(error).not.toHaveProperty('cause');
  });
});

test.each(['..', 'a//b', '/a', 'a b'])('the prefix "%s" is refused', (prefix) => {
  expect(() => open({ prefix })).toThrow(`The prefix "${prefix}" must be folders separated by slashes`);
});

test('closing the artifact store closes its idle connections', async () => {
  const body = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}\r\n\r\n`;
  let connections = 0;
  const patient = await startTcpServer((socket) => {
    connections += 1;
    socket.on('close', () => (connections -= 1));
    socket.on('data', () => socket.write(head + body));
  });
  const where = { bucket: 'ads', prefix: '', region: 'eu-central-1', endpoint: patient.origin, forcePathStyle: true };
  const files = await openArtifacts({ kind: 's3', ...where }, 'read');
  try {
    expect(connections).toBe(1);
    files.close();
    await until(() => connections === 0);
  } finally {
    await patient.close();
  }
});
