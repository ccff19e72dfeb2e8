import { afterEach, describe, expect, test } from '@jest/globals';
import type { Socket } from 'node:net';
import { resolvingTo } from '../../test/support/network/resolving-to.ts';
import { startHttpServer, startTcpServer, type TestServer } from '../../test/support/network/raw-server.ts';
import { systemClock } from '../clock/system-clock.ts';
import { parseAllowList } from '../domain/address-rule.ts';
import { Guard } from '../egress/guard.ts';
import { HttpSender } from './http-sender.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Returns a function that sends a callback to the server and returns the outcome. */
function sending(): (account?: string) => Promise<string> {
  const guard = new Guard({ allow: parseAllowList('127.0.0.0/8:*'), resolve: resolvingTo('127.0.0.1') });
  const sender = new HttpSender({ guard, clock: systemClock, version: '1.2.3' });
  return async (account = 'ads/acme') => {
    const url = `http://hooks.test:${server?.port ?? 0}/`;
    const callback = { id: 'job-1', account, url, body: Buffer.from('{}'), keys: [Buffer.alloc(32, 1)] };
    const result = await sender.send(callback, () => true, new AbortController().signal);
    return result === 'address-busy' ? result : (result.error ?? result.outcome);
  };
}

/** Starts a receiver that answers the n-th request of a connection with the n-th text, or closes the connection. */
async function answering(...answers: string[]): Promise<Socket[]> {
  const sockets: Socket[] = [];
  server = await startTcpServer((socket) => {
    sockets.push(socket);
    const left = [...answers];
    socket.on('data', (chunk) => {
      if (!String(chunk).endsWith('{}')) return;
      const answer = left.shift();
      if (answer === undefined) socket.destroy();
      else socket.write(answer);
    });
  });
  return sockets;
}

const accepted = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('the connection of a callback', () => {
  test('carries the next callback of the account, and no callback of another account', async () => {
    const sockets = await answering(accepted, accepted, accepted, accepted);
    const send = sending();
    expect([await send(), await send(), await send()]).toEqual(['delivered', 'delivered', 'delivered']);
    expect(sockets).toHaveLength(1);
    expect(await send('ads/other')).toBe('delivered');
    expect(sockets).toHaveLength(2);
  });

  test.each<[what: string, answer: string]>([
    ['closes it', 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'],
    ['speaks HTTP/1.0', 'HTTP/1.0 204 No Content\r\n\r\n'],
    ['keeps it for a second', 'HTTP/1.1 204 No Content\r\nkeep-alive: timeout=1\r\n\r\n'],
    ['refuses the callback', 'HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n'],
    ['announces two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['sends another response', `${accepted}${accepted}`],
  ])('is not used again if the receiver %s', async (_, answer) => {
    const sockets = await answering(answer, accepted);
    const send = sending();
    await send();
    await send();
    expect(sockets).toHaveLength(2);
  });

  test('is replaced if the receiver ends it instead of a response', async () => {
    const sockets = await answering(accepted);
    const send = sending();
    expect([await send(), await send()]).toEqual(['delivered', 'delivered']);
    expect(sockets).toHaveLength(2);
  });

  test('is not replaced a second time', async () => {
    let requests = 0;
    server = await startHttpServer((request, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(204).end();
      else request.socket.destroy();
    });
    const send = sending();
    expect([await send(), await send()]).toEqual(['delivered', 'connection_reset']);
    expect(requests).toBe(3);
  });
});
