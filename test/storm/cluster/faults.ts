/** The faults of a storm, such as a kill of Redis. They happen one at a time, in an order that the seed determines. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { RedisServer } from '../../support/stores/redis-server.ts';
import type { Plane } from './plane.ts';
import type { Random } from './random.ts';
import type { RoleProcess } from './role-process.ts';
import type { StormLog } from './storm-log.ts';

export interface Victims {
  apis: RoleProcess[];
  controllers: RoleProcess[];
  redis: RedisServer;
  plane: Plane;
  namespace: string;
  /** Folder for the files that kubectl applies. */
  folder: string;
  log: StormLog;
}

type Fault = (victims: Victims, random: Random) => Promise<void>;

const faults: Record<string, Fault> = {
  'an API replica is killed': async ({ apis }, random) => {
    random.pick(apis)?.signal('SIGKILL');
    return Promise.resolve();
  },
  'an API replica is paused': ({ apis }, random) => standStill(random.pick(apis), random.between(11_000, 14_000)),
  'the leading controller is killed': async (victims) => {
    (await leader(victims))?.signal('SIGKILL');
  },
  'the leading controller is paused': async (victims) => standStill(await leader(victims), 18_000),
  'Redis is killed': ({ redis }) => redis.restart('with-data'),
  'Redis is paused': async ({ redis }, random) => {
    redis.stop();
    await pause(random.between(2_000, 8_000));
    redis.continue();
  },
  'the API server is killed': ({ plane }) => plane.restart('apiserver'),
  'the API server is paused': async ({ plane }, random) => {
    plane.signal('apiserver', 'SIGSTOP');
    await pause(random.between(3_000, 8_000));
    plane.signal('apiserver', 'SIGCONT');
  },
};

/**
 * Causes faults, one at a time and each kind equally often, until `stop` aborts. Resolves when the last fault is over.
 */
export async function runFaults(victims: Victims, random: Random, stop: AbortSignal): Promise<void> {
  let coming: [string, Fault][] = [];
  while (!stop.aborted) {
    await pause(random.between(3_000, 8_000));
    if (coming.length === 0) coming = random.shuffled(Object.entries(faults));
    const [name, fault] = coming.pop() ?? [];
    if (name === undefined || fault === undefined) continue;
    victims.log.fault(name);
    await fault(victims, random);
  }
}

/** Acts as users with kubectl: deletes AdJobs and Jobs of stages, and applies AdJobs, until `stop` aborts. */
export async function runHands(victims: Victims, random: Random, stop: AbortSignal): Promise<void> {
  for (let applied = 1; !stop.aborted;) {
    await pause(random.between(500, 2_500));
    try {
      if (random.chance(0.4)) await deleteJob(victims, random);
      else if (random.chance(0.5)) await deleteStage(victims, random);
      else await applyJob(victims, `applied-${applied++}`);
    } catch {
      // The API server is unavailable, which is expected during a fault.
    }
  }
}

async function standStill(role: RoleProcess | undefined, ms: number): Promise<void> {
  role?.signal('SIGSTOP');
  await pause(ms);
  role?.signal('SIGCONT');
}

/** Returns the controller that leads, if any. */
async function leader({ plane, namespace, controllers }: Victims): Promise<RoleProcess | undefined> {
  const lease = ['get', 'lease', 'adwright-controller', '-n', namespace, '-o', 'jsonpath={.spec.holderIdentity}'];
  const holder = await plane.kubectl(lease).catch(() => '');
  return controllers.find(({ name }) => holder.startsWith(`${name}_`));
}

const Unfinished = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), uid: z.string(), deletionTimestamp: z.string().optional() }),
      status: z.object({ phase: z.string().optional(), jobId: z.string().optional() }).optional(),
    }),
  ),
});

/**
 * Deletes a random running AdJob. Logs this before the deletion, because the deletion may succeed without an answer.
 */
async function deleteJob({ plane: { kubectl }, namespace, log }: Victims, random: Random): Promise<void> {
  const list = ['get', 'adjobs', '-n', namespace, '--field-selector=status.phase=PROCESSING', '-o', 'json'];
  const { items } = Unfinished.parse(JSON.parse(await kubectl(list)));
  const job = random.pick(items);
  if (job === undefined) return;
  log.fault('delete AdJob', job.status?.jobId ?? job.metadata.name);
  await kubectl(['delete', 'adjob', job.metadata.name, '-n', namespace, '--wait=false', '--ignore-not-found']);
}

async function deleteStage({ plane: { kubectl }, namespace, log }: Victims, random: Random): Promise<void> {
  const list = ['get', 'jobs', '-n', namespace, '--field-selector=status.successful=0', '-o', 'name'];
  const job = random.pick((await kubectl(list)).split('\n').filter((name) => name !== ''));
  if (job === undefined) return;
  log.fault(`delete ${job}`);
  await kubectl(['delete', job, '-n', namespace, '--wait=false', '--ignore-not-found']);
}

const Applied = z.object({ metadata: z.object({ uid: z.string() }) });

/** Applies an AdJob. Repeats this until kubectl returns the uid, which is the job id of an applied AdJob. */
async function applyJob({ plane, namespace, folder, log }: Victims, name: string): Promise<void> {
  const file = join(folder, `${name}.json`);
  const spec = {
    type: 'image_ad',
    accountRef: { name: 'even' },
    image: { brandData: { brandUrl: 'https://brand.example/' } },
  };
  const adJob = { apiVersion: 'adwright.dev/v1alpha1', kind: 'AdJob', metadata: { name, namespace }, spec };
  writeFileSync(file, JSON.stringify(adJob));
  for (;;) {
    try {
      const { metadata } = Applied.parse(JSON.parse(await plane.kubectl(['apply', '-o', 'json', '-f', file])));
      log.fault('apply AdJob', metadata.uid);
      return;
    } catch {
      await pause(1_000);
    }
  }
}
