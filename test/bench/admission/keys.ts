/** Measures the time until a change of an ApiKey or AdAccount takes effect on every replica, as seen by a client. */
import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';
import { z } from 'zod';
import { hashApiKey, newApiKey } from '../../../src/domain/api-key.ts';
import { adAccountKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import { imageRequest } from '../../support/api/ad-requests.ts';
import { namespace } from '../cluster/workload.ts';
import type { Installation } from './installation.ts';
import { createKey } from './parties.ts';
import { pause } from './pause.ts';

const repetitions = 20;
const pollMs = 10;
const giveUpMs = 10_000;
/** Time for which the previous secret of a rotated key is accepted. */
const overlapMs = 1_500;
export const keyAccount = 'account-keys';
/** Rate limit that is too high for the polling to reach it. */
const limits = { jobReadsPerMinute: 1_000_000 };

const Accepted = z.object({ job_id: z.uuid() });

/** Milliseconds until a change took effect on the slowest replica, one number per repetition, by kind of change. */
export type KeyTimes = Record<
  'revoked' | 'unrevoked' | 'deleted' | 'deactivated' | 'activated' | 'second secret' | 'limit',
  number[]
> & {
  /** Milliseconds from the end of the overlap until the first secret is refused. Negative if it was refused early. */
  'first secret ends': number[];
};

interface KeyBench extends Pick<Installation, 'cluster'> {
  pools: readonly Pool[];
}

interface KeyAnswer {
  status: number;
  limit: string;
}

interface Subject {
  name: string;
  secret: string;
  /** Path of a job that belongs to the key. */
  path: string;
}

/** Measures all kinds of changes, several times each. The account must have credits. */
export async function keyRun({ cluster, replicas }: Installation): Promise<KeyTimes> {
  const scene: KeyBench = { cluster, pools: replicas.map(({ url }) => new Pool(url, { connections: 4 })) };
  const times: KeyTimes = {
    revoked: [],
    unrevoked: [],
    deleted: [],
    deactivated: [],
    activated: [],
    'second secret': [],
    'first secret ends': [],
    limit: [],
  };
  for (let one = 0; one < repetitions; one += 1) {
    const subject = await newSubject(scene, `subject-${one}`);
    times.deactivated.push(await until(scene, subject, 403, () => setActive(scene, false)));
    times.activated.push(await until(scene, subject, 200, () => setActive(scene, true)));
    times.revoked.push(await until(scene, subject, 401, () => patchKey(scene, subject, { revoked: true })));
    times.unrevoked.push(await until(scene, subject, 200, () => patchKey(scene, subject, { revoked: false })));
    times.limit.push(await limitTime(scene, subject, 500_000 + one));
    const rotated = await rotate(scene, subject);
    times['second secret'].push(rotated.secondMs);
    times['first secret ends'].push(rotated.firstEndsMs);
    const present = { ...subject, secret: rotated.secret };
    times.deleted.push(
      await until(scene, present, 401, () => cluster.store.delete(apiKeyKind, { namespace, name: subject.name })),
    );
  }
  await Promise.all(scene.pools.map((pool) => pool.close()));
  return times;
}

/** Creates a key and a job. Returns when every replica can return the job. */
async function newSubject(scene: KeyBench, name: string): Promise<Subject> {
  const { secret } = await createKey(scene.cluster.store, name, keyAccount, limits);
  const answer = await scene.pools[0]?.request({
    method: 'POST',
    path: '/create_image_ad_async',
    headers: { 'content-type': 'application/json', 'x-api-key': secret },
    body: JSON.stringify(imageRequest()),
  });
  const { job_id: jobId } = Accepted.parse(await answer?.body.json());
  const subject = { name, secret, path: `/jobs/${jobId}` };
  await until(scene, subject, 200, () => Promise.resolve());
  return subject;
}

/** Makes the change. Returns the milliseconds from then until all replicas answer with this status. */
function until(scene: KeyBench, subject: Subject, status: number, change: () => Promise<unknown>): Promise<number> {
  return untilSeen(scene, subject, change, (seen) => seen.status === status);
}

function limitTime(scene: KeyBench, subject: Subject, jobReadsPerMinute: number): Promise<number> {
  const change = () => patchKey(scene, subject, { limits: { jobReadsPerMinute } });
  return untilSeen(scene, subject, change, ({ limit }) => limit === String(jobReadsPerMinute));
}

async function untilSeen(
  { pools }: KeyBench,
  subject: Subject,
  change: () => Promise<unknown>,
  isWanted: (seen: KeyAnswer) => boolean,
): Promise<number> {
  const beginMs = performance.now();
  await change();
  const times = pools.map(async (pool) => {
    while (!isWanted(await ask(pool, subject))) {
      if (performance.now() - beginMs > giveUpMs) throw new Error(`no change of ${subject.name} was seen`);
      await pause(pollMs);
    }
    return performance.now() - beginMs;
  });
  return Math.max(...(await Promise.all(times)));
}

interface Rotated {
  secret: string;
  secondMs: number;
  firstEndsMs: number;
}

/** Rotates the secret of the key, and measures when the second one is accepted and the first one is refused. */
async function rotate(scene: KeyBench, subject: Subject): Promise<Rotated> {
  const { secret, hash } = newApiKey(randomBytes);
  const endsMs = Date.now() + overlapMs;
  const change = () =>
    patchKey(scene, subject, {
      secretHash: hash,
      previousSecretHash: hashApiKey(subject.secret),
      previousExpiresAt: new Date(endsMs).toISOString(),
    });
  const secondMs = await until(scene, { ...subject, secret }, 200, change);
  const ends = scene.pools.map(async (pool) => {
    while ((await ask(pool, subject)).status !== 401) await pause(pollMs);
    return Date.now() - endsMs;
  });
  const times = await Promise.all(ends);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return { secret, secondMs, firstEndsMs: first < 0 ? first : last };
}

async function ask(pool: Pool, { path, secret }: Subject): Promise<KeyAnswer> {
  const { statusCode, headers, body } = await pool.request({ method: 'GET', path, headers: { 'x-api-key': secret } });
  await body.dump();
  return { status: statusCode, limit: String(headers['x-ratelimit-limit']) };
}

function patchKey({ cluster }: KeyBench, { name }: Subject, spec: Record<string, unknown>): Promise<unknown> {
  return cluster.store.patch(apiKeyKind, { namespace, name }, { spec });
}

function setActive({ cluster }: KeyBench, active: boolean): Promise<unknown> {
  return cluster.store.patch(adAccountKind, { namespace, name: keyAccount }, { spec: { active } });
}
