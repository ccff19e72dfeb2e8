import { createServer } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { blockFor } from '../../../test/support/process/block-for.ts';
import { systemClock } from '../../clock/system-clock.ts';
import { readBody, type BodyRead } from './body-stream.ts';

const timeoutMs = 50;

test('a body that arrives while the event loop is blocked is not late', async () => {
  expect(
    await readWhile((send) => {
      send('{}');
      blockFor(4 * timeoutMs);
    }),
  ).toEqual({ kind: 'whole', bytes: Buffer.from('{}') });
});

test('a body that does not arrive in time is late', async () => {
  expect(
    await readWhile((send) => {
      send('{');
    }),
  ).toEqual({ kind: 'late' });
});

/** Reads the two-byte body of a request. `act` sends parts of the body after reading has begun. */
async function readWhile(act: (send: (part: string) => void) => void): Promise<BodyRead> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const socket = connect(address.port, '127.0.0.1');
  const read = new Promise<BodyRead>((resolve) => {
    server.once('request', (request) => {
      resolve(readBody(request, { bytesMax: 10, timeoutMs }, systemClock));
      act((part) => socket.write(part));
    });
  });
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n');
  const body = await read;
  socket.destroy();
  server.close();
  return body;
}
