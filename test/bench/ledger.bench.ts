/**
 * Measures the cost of admission on a real Redis with `appendfsync always`. One client keeps 64 calls in flight. The
 * variants are measured in turn, and the medians are compared: `admit` with an intent of 1 kB to a script with one SET
 * of 8 bytes; `consume` followed by `admit` to a call of rate-limiter-flexible followed by a decrement. For information
 * only, `admit` is also compared to a script with one SET of the same intent, which is the least work for any ledger
 * that stores the intent of each call. Run it with `node test/bench/ledger.bench.ts`.
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { v7 } from 'uuid';
import type { AdmissionRequest } from '../../src/ledger/port.ts';
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import { RedisRateLimiter } from '../../src/ratelimit/redis-rate-limiter.ts';
import { RedisServer } from '../support/stores/redis-server.ts';

const inFlight = 64;
const rounds = 9;
const callsPerRound = 3_000;
const keys = 300;
const limitPerMinute = 1_000_000;

const server = await RedisServer.start();
const client = new Redis(server.port, '127.0.0.1', { protocol: 2, commandTimeout: 60_000, socketTimeout: 300_000 });
client.defineCommand('setOne', { numberOfKeys: 1, lua: "return redis.call('SET', KEYS[1], ARGV[1])" });
const scriptOfOneSet: unknown = Reflect.get(client, 'setOne');
if (typeof scriptOfOneSet !== 'function') throw new Error('failed to define the script');
const connection = await server.connect({ commandTimeoutMs: 60_000 });
const ledger = new RedisLedger(connection);
const limiter = new RedisRateLimiter(connection);
const flexible = new RateLimiterRedis({ storeClient: client, points: limitPerMinute, duration: 60 });

const account = { namespace: 'ads', name: 'acme' };
const epoch = randomUUID();
await ledger.audit.begin(epoch);
await ledger.grant(account, { id: 'first', amount: 1_000_000_000 });
await client.set('credits', 1_000_000_000);

/** An intent in the form in which the API writes it. */
const intent = JSON.stringify({
  metadata: { name: randomUUID(), namespace: 'ads', labels: {}, finalizers: ['adwright.dev/cleanup'] },
  spec: { type: 'image_ad', accountRef: { name: 'acme' }, image: { brandData: { description: 'x'.repeat(700) } } },
});

function admission(jobId: string): AdmissionRequest {
  const object = { namespace: 'ads', name: jobId };
  const idempotency = { key: `ads/key/image_ad/${jobId}`, requestHash: jobId };
  const origin = { kind: 'request', object, intent, idempotency } as const;
  return { jobId, account, credits: 5, seen: { epoch, sequence: 1 }, origin };
}

/** Makes the calls of one round. Returns the number of calls per second. */
async function rate(call: (number: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const startedMs = performance.now();
  const one = async (): Promise<void> => {
    while (next < callsPerRound) await call(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return (callsPerRound / (performance.now() - startedMs)) * 1_000;
}

const named = (number: number) => ({ namespace: 'ads', name: `key-${number % keys}` });

async function admit(): Promise<void> {
  const { kind } = await ledger.admit(admission(v7()));
  if (kind !== 'accepted') throw new Error(`the job was not admitted: ${kind}`);
}

const set = (value: string): Promise<unknown> =>
  Promise.resolve(Reflect.apply(scriptOfOneSet, client, [`set:${randomUUID()}`, value]));

const ways = {
  set: () => set('reserved'),
  setIntent: () => set(intent),
  admit,
  peers: async (number: number) => {
    await flexible.consume(`key-${number % keys}`);
    await client.decrby('credits', 5);
  },
  both: async (number: number) => {
    await limiter.consume({ key: named(number), window: 'image-create' }, limitPerMinute);
    await admit();
  },
};

const rates: Record<keyof typeof ways, number[]> = { set: [], setIntent: [], admit: [], peers: [], both: [] };
const names = ['set', 'setIntent', 'admit', 'peers', 'both'] as const;
// The first round is not timed: it loads the scripts into Redis and compiles the JavaScript code.
for (let round = 0; round <= rounds; round++) {
  for (const name of names) {
    const perSecond = await rate(ways[name]);
    if (round > 0) rates[name].push(perSecond);
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Prints the ratio of two variants. A ratio without a goal is for information. */
function compare(what: string, own: keyof typeof ways, other: keyof typeof ways, goal?: number): void {
  const ratio = median(rates[own].map((value, i) => value / (rates[other][i] ?? Number.NaN)));
  const perSecond = `${median(rates[own]).toFixed(0)}/s of ${median(rates[other]).toFixed(0)}/s`;
  const verdict = goal === undefined ? '' : `goal ${goal}  ${ratio >= goal ? 'met' : 'MISSED'}`;
  console.log(`${what.padEnd(64)} ${perSecond.padEnd(20)} ratio ${ratio.toFixed(2)}  ${verdict}`);
}

compare('admit : a script with one SET', 'admit', 'set', 0.6);
compare('admit : a script with one SET of the intent', 'admit', 'setIntent');
compare('consume, admit : rate-limiter-flexible, a decrement', 'both', 'peers', 0.8);
client.disconnect();
await server.close();
