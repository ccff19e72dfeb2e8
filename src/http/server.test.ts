import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { blockFor } from '../../test/support/process/block-for.ts';
import { exchange } from '../../test/support/network/raw-http.ts';
import { createHttpService, type HttpService } from './server.ts';

const arrival = { headersMs: 100, requestMs: 100, checkMs: 50 };

let service: HttpService;
let port: number;

beforeEach(async () => {
  service = createHttpService(arrival);
  ({ port } = await service.listen({ host: '127.0.0.1', port: 0 }));
  service.serve({
    handler: (request, response) => request.on('end', () => response.end('whole')).resume(),
    publicUrl: '',
  });
});

afterEach(() => service.drain(0));

test('a request that arrives while the event loop is blocked is answered', async () => {
  const socket = connect({ port, host: '127.0.0.1' });
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk) => {
      resolve(chunk.toString());
    });
    socket.on('error', reject);
  });
  await accepted(socket);
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  blockFor(3 * arrival.headersMs);
  expect(await answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*whole$/);
  socket.destroy();
});

test('a request whose headers do not arrive is answered 408', async () => {
  const answers = await exchange(port, 'GET / HTTP/1.1\r\nHost:');
  expect(answers).toMatchObject([{ status: 408, headers: { connection: 'close' } }]);
});

/** Waits until the server has accepted the connection, so that the timeouts of the server begin. */
async function accepted(socket: ReturnType<typeof connect>): Promise<void> {
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  await service.whenQuiet();
}
