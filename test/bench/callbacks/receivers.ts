/**
 * Child process with the receivers of callbacks. It records when each callback arrives, by the monotonic clock of the
 * machine.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { answerCalls } from '../../support/process/child-calls.ts';
import { hostileReceivers, ipv6Only, receiverNames } from '../../support/callbacks/hostile-receivers.ts';
import { startNameServer } from '../../support/network/name-server.ts';
import { answering, startRefusing, type Receiver } from '../../support/callbacks/raw-receiver.ts';

const slowMs = 10_000;
const Counts = z.object({ healthy: z.number(), slow: z.number(), hanging: z.number(), refusing: z.number() });

/** Callbacks that healthy receivers got: `webhook-id` and monotonic time in milliseconds. */
let arrivals: [id: string, atMs: number][] = [];

function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

async function startHttp(answer: (response: ServerResponse) => void, isRecorded: boolean): Promise<string> {
  const server = createServer((request: IncomingMessage, response) => {
    request.resume().on('end', () => {
      if (isRecorded) arrivals.push([String(request.headers['webhook-id']), monotonicMs()]);
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1_024, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return `http://127.0.0.1:${address.port}/hook`;
}

async function startRefusingHttp(): Promise<string> {
  const { url } = await startRefusing('127.0.0.1');
  return `http://127.0.0.1:${new URL(url).port}/hook`;
}

const many = (count: number, start: () => Promise<string>) => Promise.all(Array.from({ length: count }, start));
const named = (name: string, { url }: Receiver) => `http://${name}.receiver.test:${new URL(url).port}/hook`;
const accept = (response: ServerResponse): void => void response.writeHead(204).end();

answerCalls({
  async start(argument) {
    const { healthy, slow, hanging, refusing } = Counts.parse(argument);
    return {
      healthy: await many(healthy, () => startHttp(accept, true)),
      slow: await many(slow, () => startHttp((response) => setTimeout(accept, slowMs, response), false)),
      hanging: await many(hanging, () => startHttp(() => undefined, false)),
      refusing: await many(refusing, startRefusingHttp),
    };
  },
  /** Starts each hostile receiver on an address of its own, and a name server for their host names. */
  async startHostile() {
    const all = Object.values(hostileReceivers);
    const started = await Promise.all(all.map(({ start }, n) => start(`127.1.${n + 1}.1`)));
    const decoy = await answering('HTTP/1.1 204 No Content\r\n\r\n')('127.1.255.1');
    const six = await answering('HTTP/1.1 204 No Content\r\n\r\n')(ipv6Only);
    const byName = [
      ...['gone', 'silent', 'metadata', 'mapped', 'loopback', 'mixed', 'rebinding'].map((name) => named(name, decoy)),
      named('six', six),
    ];
    const { server } = await startNameServer(receiverNames());
    return { urls: [...started.map(({ url }) => url), ...byName], nameServer: server };
  },
  takeArrivals() {
    const taken = arrivals;
    arrivals = [];
    return taken;
  },
});
