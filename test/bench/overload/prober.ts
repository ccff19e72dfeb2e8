/** Requests `/livez` on a new connection each time, in its own thread, until a message arrives. Posts the latencies. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { burst, wireRequest } from '../../support/burst.ts';

const pauseMs = 20;
const { port } = z.object({ port: z.number() }).parse(workerData);
const latenciesMs: number[] = [];
const stop = new AbortController();
parentPort?.once('message', () => {
  stop.abort();
});
while (!stop.signal.aborted) {
  const [answer] = await burst(port, [wireRequest('GET', '/livez', {})]);
  latenciesMs.push(answer?.status === 200 ? answer.afterMs : Infinity);
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
parentPort?.postMessage(latenciesMs);
