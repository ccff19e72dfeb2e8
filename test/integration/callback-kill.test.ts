import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { CallableChild } from '../support/process/child-calls.ts';
import { startHttpServer, type TestServer } from '../support/network/raw-server.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { until } from '../support/process/until.ts';

const Jobs = z.array(z.object({ name: z.string(), id: z.string() }));
const Deliveries = z.array(z.object({ state: z.string(), attempts: z.number() }));
const jobsEnded = 40;

/** Request bodies that the receiver got, by `webhook-id`, in the order of arrival. */
let arrived: Map<string, string[]>;
let receiver: TestServer;
let folder: ReturnType<typeof temporaryFolder>;
let controllers: CallableChild | undefined;

beforeEach(async () => {
  [arrived, folder] = [new Map<string, string[]>(), temporaryFolder()];
  receiver = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      arrived.set(id, [...(arrived.get(id) ?? []), Buffer.concat(chunks).toString()]);
      void pause(20).then(() => response.writeHead(204).end());
    });
  });
});
afterEach(async () => {
  await controllers?.kill();
  await receiver.close();
  folder.remove();
});

async function start(): Promise<CallableChild> {
  const child = new CallableChild(new URL('../support/callbacks/callback-process.ts', import.meta.url));
  await child.call('open', z.undefined(), { folder: folder.path, egressAllow: '127.0.0.0/8:*' });
  return child;
}

test.each([1, 13, 27])(
  'a process killed after the receiver got %i callbacks repeats at most one attempt of a callback',
  async (count) => {
    controllers = await start();
    const urls = Array.from({ length: jobsEnded }, () => receiver.origin);
    const jobs = await controllers.call('createJobs', Jobs, urls);
    const names = jobs.map(({ name }) => name);
    await controllers.call('endAll', z.array(z.number()), names);
    await until(() => arrived.size >= count);
    await controllers.kill('SIGKILL');
    expect(arrived.size).toBeLessThan(jobsEnded);

    const next = (controllers = await start());
    const deliveries = () => next.call('deliveries', Deliveries, names);
    await until(async () => (await deliveries()).every(({ state }) => state === 'delivered'));
    expect([...arrived.keys()].sort()).toEqual(jobs.map(({ id }) => id).sort());
    expect(Math.max(...[...arrived.values()].map((bodies) => bodies.length))).toBeLessThanOrEqual(2);
    for (const bodies of arrived.values()) expect(new Set(bodies).size).toBe(1);
    expect((await deliveries()).map(({ attempts }) => attempts)).toEqual(names.map(() => 1));
  },
);
