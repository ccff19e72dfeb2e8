/**
 * Measures the local service with more requests than it can serve: 2,000 concurrent creates, then 1,400 concurrent
 * cancels, each on its own connection, while stages run. Prints the responses, and the latency of `/livez` on new
 * connections.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { startLocalService } from '../../scripts/local-service.ts';
import { burst, wireRequest, type BurstAnswer } from '../support/api/burst.ts';

const creates = 2_000;
const cancels = 1_400;
const livezGoalMs = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));
const env = {
  ADWRIGHT_DATA_DIR: join(folder, 'data'),
  ADWRIGHT_LISTEN: '127.0.0.1:0',
  ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
  ADWRIGHT_ADMIN_LISTEN: '127.0.0.1:0',
};
const service = await startLocalService(env, join(folder, 'service.log'));
const port = Number(new URL(service.url).port);
await service.command('accounts', 'create', 'bench', '--credits', '1000000');
const limits = ['--image-creates-per-minute', '10000', '--job-reads-per-minute', '10000'];
const key = await service.command('keys', 'create', '--account', 'bench', ...limits);

async function measured(requests: readonly string[]): Promise<(BurstAnswer | undefined)[]> {
  const prober = new Worker(new URL('./overload/prober.ts', import.meta.url), { workerData: { port } });
  await once(prober, 'online');
  const answers = await burst(port, requests);
  const posted = once(prober, 'message');
  prober.postMessage('stop');
  const [latenciesMs] = z.tuple([z.array(z.number())]).parse(await posted);
  const worstMs = Math.max(...latenciesMs);
  const statuses = Map.groupBy(answers, (answer) => answer?.status ?? 'no answer');
  console.table(
    [...statuses].map(([status, some]) => {
      const timesMs = some.map((answer) => answer?.afterMs ?? NaN);
      return {
        status,
        answers: some.length,
        'first, s': seconds(Math.min(...timesMs)),
        'last, s': seconds(Math.max(...timesMs)),
      };
    }),
  );
  const verdict = worstMs < livezGoalMs ? 'met' : 'MISSED';
  console.log(
    `/livez: ${latenciesMs.length} answers, the slowest ${worstMs.toFixed(0)} ms, goal ${livezGoalMs}: ${verdict}\n`,
  );
  return answers;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

const body = JSON.stringify({ brand_data: { brand_url: 'https://brand.invalid/' } });
const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
const create = wireRequest('POST', '/create_image_ad_async', headers, body);
console.log(`${creates} concurrent creates`);
const answers = await measured(Array.from({ length: creates }, () => create));
const Created = z.object({ job_id: z.string() });
const accepted = answers.filter((answer) => answer?.status === 202);
const ids = accepted.map((answer) => Created.parse(JSON.parse(answer?.body ?? '')).job_id);
console.log(`${cancels} concurrent cancels`);
await measured(
  Array.from({ length: cancels }, (_, number) =>
    wireRequest('POST', `/jobs/${ids[number % ids.length] ?? ''}/cancel`, { 'X-API-Key': key }),
  ),
);
await service.stop();
rmSync(folder, { recursive: true });
