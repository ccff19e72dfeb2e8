import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { parseAllowList } from '../domain/address-rule.ts';
import { Guard } from './guard.ts';
import { GuardedEgress } from './guarded-egress.ts';
import { EgressError, type FetchLimits } from './port.ts';

const limits: FetchLimits = { bytesMax: 1_000, timeoutMs: 5_000 };

/** Server on all loopback addresses. */
let server: Server;
let port: number;
/** Addresses of the server's own end of its connections, in the order in which they were opened. */
let opened: string[];
let sockets: Socket[];
/** Host names that were resolved, in order. */
let resolved: string[];
/** Addresses of each host name from now on. */
let names: Record<string, string[]>;

beforeEach(async () => {
  [opened, sockets, resolved] = [[], [], []];
  names = { 'shop.test': ['127.0.0.1'] };
  server = createServer((request, response) => {
    const status = request.url === '/missing' ? 404 : 200;
    response.writeHead(status).end(request.headers.host);
  });
  server.on('connection', (socket) => {
    opened.push(socket.localAddress ?? '');
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
});

/** Returns a fetch of all its requests over one `GuardedEgress`. Its results are bodies, or reasons of failures. */
function session(allow = '127.0.0.0/8:*'): (path?: string, host?: string) => Promise<string> {
  const guard = new Guard({
    allow: parseAllowList(allow),
    resolve: (name) => {
      resolved.push(name);
      return Promise.resolve({ name, addresses: names[name] ?? [] });
    },
  });
  const egress = new GuardedEgress({ guard, version: 'test' });
  return async (path = '/', host = 'shop.test') => {
    try {
      return (await egress.fetch(`http://${host}:${port}${path}`, limits)).bytes.toString();
    } catch (error) {
      return error instanceof EgressError ? error.reason : String(error);
    }
  };
}

test('requests to one origin share a connection, and each of them is judged', async () => {
  const get = session();
  for (let at = 0; at < 5; at += 1) expect(await get(`/${at}`)).toBe(`shop.test:${port}`);
  expect(opened).toEqual(['127.0.0.1']);
  expect(resolved).toHaveLength(5);
});

test('concurrent requests have a connection each, which later requests share', async () => {
  const get = session();
  await Promise.all([get(), get(), get()]);
  await Promise.all([get(), get()]);
  expect(opened).toHaveLength(3);
});

test('two egresses, which serve two jobs, share no connection', async () => {
  await session()();
  await session()();
  expect(opened).toHaveLength(2);
});

test('another host name at the same address has its own connection', async () => {
  names['other.test'] = ['127.0.0.1'];
  const get = session();
  expect([await get(), await get('/', 'other.test')]).toEqual([`shop.test:${port}`, `other.test:${port}`]);
  expect(opened).toHaveLength(2);
});

test('a name that now has another allowed address is requested there', async () => {
  const get = session();
  await get();
  names['shop.test'] = ['127.0.0.2'];
  expect(await get()).toBe(`shop.test:${port}`);
  expect(opened).toEqual(['127.0.0.1', '127.0.0.2']);
});

test.each<[string, string[]]>([
  ['a private address', ['10.0.0.1']],
  ['a private address besides the address of the open connection', ['127.0.0.1', '10.0.0.1']],
  ['an address whose range is allowed with another port', ['10.1.0.1']],
  ['no address', []],
])('a name that now has %s is refused although a connection is open', async (_, addresses) => {
  const get = session(`127.0.0.0/8:${port}, 10.1.0.0/16:${port === 8_080 ? 8_081 : 8_080}`);
  expect(await get()).toBe(`shop.test:${port}`);
  names['shop.test'] = addresses;
  expect(await get()).toBe(addresses.length === 0 ? 'not_resolved' : 'url_not_allowed');
  expect(opened).toHaveLength(1);
});

test('a range that is allowed with another port is refused in the first request too', async () => {
  const get = session(`127.0.0.1/32:${port}, 127.0.0.2/32:${port === 8_080 ? 8_081 : 8_080}`);
  names['shop.test'] = ['127.0.0.2'];
  expect(await get()).toBe('url_not_allowed');
  expect(opened).toEqual([]);
});

test('a connection that the server has closed is replaced', async () => {
  const get = session();
  await get();
  for (const socket of sockets) socket.destroy();
  expect(await get()).toBe(`shop.test:${port}`);
  expect(opened).toHaveLength(2);
});

test('a connection whose response was not read is not used again', async () => {
  const get = session();
  expect(await get('/missing')).toBe('bad_status');
  expect(await get()).toBe(`shop.test:${port}`);
  expect(opened).toHaveLength(2);
});
