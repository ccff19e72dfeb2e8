/** Runs many clients at the same time, each with random actions. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Asked, Client, Told } from './client.ts';
import type { Key, Parties } from './parties.ts';
import { Random } from './random.ts';
import { anyRequest, otherRequest, type CreateRequest } from './requests.ts';

const pauseMaxMs = 4_000;
/** Number of most recent creates that the clients' actions refer to, such as a cancel. */
const rememberedMax = 400;

interface Operation {
  key: Key;
  idempotencyKey: string;
  create: CreateRequest;
  jobId: string;
}

interface ClientRun {
  client: Client;
  parties: Parties;
  done: Operation[];
}

/** Runs the clients until `stop` aborts. Each client finishes its current action. */
export async function runClients(
  options: { client: Client; parties: Parties; seed: number; clients: number },
  stop: AbortSignal,
): Promise<void> {
  const scene: ClientRun = { client: options.client, parties: options.parties, done: [] };
  await Promise.all(
    Array.from({ length: options.clients }, async (_, at) => {
      const random = new Random(options.seed + at + 1);
      while (!stop.aborted) {
        await act(scene, random);
        await pause(random.between(0, pauseMaxMs));
      }
    }),
  );
}

type Act = (scene: ClientRun, random: Random) => Promise<unknown>;

const acts: [parts: number, act: Act][] = [
  [70, create],
  [5, createAtOnce],
  [6, repeat],
  [4, reuse],
  [8, read],
  [4, cancel],
  [3, erase],
];
const deck = acts.flatMap(([parts, act]) => Array.from({ length: parts }, () => act));

async function act(scene: ClientRun, random: Random): Promise<void> {
  await random.pick(deck)?.(scene, random);
}

async function create(scene: ClientRun, random: Random): Promise<void> {
  const asked = newCreate(scene, random);
  const jobId = remember(scene, asked, await scene.client.ask(asked));
  if (jobId !== undefined && random.chance(0.3)) await ask(scene, asked.key, 'GET', `/jobs/${jobId}`);
}

/** Sends a create twice at the same time, like a client that retries too early. */
async function createAtOnce(scene: ClientRun, random: Random): Promise<void> {
  const asked = newCreate(scene, random);
  const [told] = await Promise.all([scene.client.ask(asked), scene.client.ask(asked)]);
  remember(scene, asked, told);
}

async function repeat(scene: ClientRun, random: Random): Promise<void> {
  const done = random.pick(scene.done);
  if (done !== undefined) await scene.client.ask(askedAgain(done, done.create));
}

async function reuse(scene: ClientRun, random: Random): Promise<void> {
  const done = random.pick(scene.done);
  if (done !== undefined) await scene.client.ask(askedAgain(done, otherRequest(done.create)));
}

async function read(scene: ClientRun, random: Random): Promise<void> {
  const done = random.pick(scene.done);
  if (done !== undefined) await ask(scene, done.key, 'GET', `/jobs/${done.jobId}`);
}

async function cancel(scene: ClientRun, random: Random): Promise<void> {
  const done = random.chance(0.7) ? scene.done.at(-1) : random.pick(scene.done);
  if (done !== undefined) await ask(scene, done.key, 'POST', `/jobs/${done.jobId}/cancel`);
}

async function erase(scene: ClientRun, random: Random): Promise<void> {
  const done = random.pick(scene.done);
  if (done === undefined) return;
  await ask(scene, done.key, 'DELETE', `/jobs/${done.jobId}`);
  await ask(scene, done.key, 'GET', `/jobs/${done.jobId}`);
}

function ask(scene: ClientRun, key: Key, method: Asked['method'], path: string): Promise<Told | undefined> {
  return scene.client.ask({ key, method, path });
}

function newCreate({ parties }: ClientRun, random: Random): Asked & { idempotencyKey: string; create: CreateRequest } {
  const isHot = random.chance(0.25);
  const key = random.pick(isHot ? parties.keys.filter(({ name }) => /-[01]$/.test(name)) : parties.keys);
  if (key === undefined) throw new Error('there are no keys');
  const request = anyRequest(random);
  return { key, method: 'POST', path: request.path, idempotencyKey: randomUUID(), create: request };
}

function askedAgain({ key, idempotencyKey }: Operation, create: CreateRequest): Asked {
  return { key, method: 'POST', path: create.path, idempotencyKey, create };
}

const Accepted = z.object({ job_id: z.string() });

function remember(
  { done }: ClientRun,
  { key, idempotencyKey, create }: { key: Key; idempotencyKey: string; create: CreateRequest },
  told: Told | undefined,
): string | undefined {
  if (told?.status !== 202) return undefined;
  const jobId = Accepted.parse(told.body).job_id;
  done.push({ key, idempotencyKey, create, jobId });
  if (done.length > rememberedMax) done.shift();
  return jobId;
}
