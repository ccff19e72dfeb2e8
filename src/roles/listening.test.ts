import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { createHttpService } from '../http/server.ts';
import { CommandError } from '../commands/context.ts';
import { listening } from './listening.ts';

const listenOn = (address: { host: string; port: number }) =>
  listening('ADWRIGHT_LISTEN', address, () => createHttpService().listen(address));

test('a port in use is reported with the setting that changes it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const bound = other.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    await expect(listenOn({ host: '127.0.0.1', port })).rejects.toThrow(
      new CommandError(
        `Cannot listen on 127.0.0.1:${port}: another program uses this address. Set ADWRIGHT_LISTEN to another address.`,
      ),
    );
  } finally {
    other.close();
  }
});

test('an address of another machine is refused with the reason', async () => {
  await expect(listenOn({ host: '192.0.2.1', port: 0 })).rejects.toThrow('this machine does not have this address');
});

test('an error that no setting can fix is rethrown', async () => {
  const bug = new Error('bug');
  await expect(listening('ADWRIGHT_LISTEN', { host: '::', port: 1 }, () => Promise.reject(bug))).rejects.toBe(bug);
});
