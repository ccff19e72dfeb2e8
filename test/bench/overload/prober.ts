/**
 * Worker thread that requests `/livez` again and again, each time on a new connection, until it gets a message. It then
 * posts the latencies in milliseconds.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { burst, wireRequest } from '../../support/api/burst.ts';

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
