/**
 * Child process with the controllers of a local installation, for tests to kill and benchmarks to measure. The parent
 * calls the handlers below by name.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { accountOf } from '../../../src/domain/account-of.ts';
import { parseAllowList } from '../../../src/domain/address-rule.ts';
import { jobIdOf, serialiseJob } from '../../../src/domain/job-view.ts';
import { Guard } from '../../../src/egress/guard.ts';
import { resolveName } from '../../../src/egress/resolve-name.ts';
import type { AdJob } from '../../../src/schema/adjob.ts';
import { HttpSender } from '../../../src/webhooks/http-sender.ts';
import { signatureHeaders } from '../../../src/webhooks/signature.ts';
import { CallbackInstallation } from './callback-installation.ts';
import { answerCalls } from '../process/child-calls.ts';

const namespace = 'default';
const Opening = z.object({ folder: z.string(), egressAllow: z.string(), nameServer: z.string().optional() });
const Names = z.array(z.string());

let installation: CallbackInstallation | undefined;

function open(): CallbackInstallation {
  if (installation === undefined) throw new Error('no installation is open: call `open` first');
  return installation;
}

function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

async function jobNamed(name: string): Promise<AdJob> {
  const job = await open().job({ namespace, name });
  if (job === undefined) throw new Error(`AdJob ${name} was not found`);
  return job;
}

/**
 * Writes the final status of a job. Returns the monotonic time, in milliseconds, at which the store had accepted the
 * status.
 */
async function end(name: string): Promise<number> {
  await open().end({ namespace, name });
  return monotonicMs();
}

answerCalls({
  async open(argument) {
    const { folder, egressAllow, nameServer } = Opening.parse(argument);
    const allow = parseAllowList(egressAllow);
    const none = { hosts: '/dev/null', resolvConf: '/dev/null' };
    const guard = new Guard({
      allow,
      ...(nameServer !== undefined && {
        resolve: (name, signal) => resolveName(name, signal, { ...none, servers: [nameServer] }),
      }),
    });
    const sender = new HttpSender({ guard, clock: systemClock, version: 'test' });
    const addressRules = { allow, deny: { ranges: [], hosts: new Set<string>() } };
    installation = new CallbackInstallation(folder, { sender, addressRules });
    await installation.createAccounts();
    await installation.start();
  },
  /** Creates one waiting job per callback URL. */
  async createJobs(urls) {
    const keys = await open().createJobs(Names.parse(urls));
    return Promise.all(keys.map(async ({ name }) => ({ name, id: jobIdOf(await jobNamed(name)) })));
  },
  /** Writes the final statuses of these jobs at a rate per second. */
  async endAtRate(argument) {
    const { names, perSecond } = z.object({ names: Names, perSecond: z.number() }).parse(argument);
    const ended: Promise<number>[] = [];
    const startMs = monotonicMs();
    for (const [index, name] of names.entries()) {
      const waitMs = startMs + (index * 1_000) / perSecond - monotonicMs();
      if (waitMs > 0) await pause(waitMs);
      ended.push(end(name));
    }
    return Promise.all(ended);
  },
  /** Writes the final statuses of these jobs without a pause. */
  endAll: (names) => Promise.all(Names.parse(names).map(end)),
  /**
   * Signs and posts the callbacks of finished jobs with nothing but undici, as a baseline. Returns the monotonic times,
   * in milliseconds, at which the sending began and ended.
   */
  async postBare(names) {
    const callbacks = await Promise.all(
      Names.parse(names).map(async (name) => {
        const job = await jobNamed(name);
        const keys = (await open().signingKeys(accountOf(job))) ?? [];
        return { url: job.spec.callbackUrl ?? '', id: jobIdOf(job), body: serialiseJob(job), keys };
      }),
    );
    const startMs = monotonicMs();
    await Promise.all(
      callbacks.map(async ({ url, id, body, keys }) => {
        const headers = { 'content-type': 'application/json', ...signatureHeaders({ id, body }, keys, new Date()) };
        const response = await request(url, { method: 'POST', headers, body });
        await response.body.dump();
      }),
    );
    return { startMs, endMs: monotonicMs() };
  },
  /** Returns the CPU time of this process in milliseconds. */
  cpuMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  /** Returns the delivery state and the number of attempts of each of these jobs. */
  async deliveries(names) {
    const jobs = await Promise.all(Names.parse(names).map(jobNamed));
    return jobs.map(({ status: { delivery } = {} }) => ({
      state: delivery?.state ?? 'pending',
      attempts: delivery?.attempts ?? 0,
    }));
  },
});
