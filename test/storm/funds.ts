/**
 * Load test of the ledger: sends more creates than an account can pay for, within one minute, through several API
 * replicas.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { z } from 'zod';
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import { imageRequest } from '../support/api/ad-requests.ts';
import { Installation } from '../support/installation/installation.ts';
import { acme as account, createAccount, createApiKey, namespace, price } from '../support/installation/objects.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const prefix = 'storm';

export interface FundsStormOptions {
  keys: number;
  requests: number;
  clients: number;
  /** Number of requests that the credits are enough for. */
  affordable: number;
  replicas: number;
}

export interface FundsStorm {
  /** Number of responses by status. */
  answers: Record<string, number>;
  /** One sentence for each violation. */
  wrong: string[];
  /** True if a minute ended during the run, so that the run covers more than one rate limit window. */
  hasCrossedMinute: boolean;
}

/** Runs the load test with a ledger, a store and replicas of its own. */
export async function stormFunds(options: FundsStormOptions): Promise<FundsStorm> {
  const [redis, folder] = [await RedisServer.start(), temporaryFolder()];
  const replicas: ChildProcess[] = [];
  try {
    const ledger = new RedisLedger(await redis.connect({ prefix }));
    await ledger.audit.begin(randomUUID());
    await ledger.grant(account, { id: 'storm', amount: options.affordable * price });
    const secrets = await makeKeys(folder.path, options.keys);
    for (let made = 0; made < options.replicas; made += 1) replicas.push(startReplica(folder.path, redis.url));
    const urls = await Promise.all(replicas.map(urlOf));
    const beganMinute = minute();
    const answers = await ask(urls, secrets, options);
    const hasCrossedMinute = minute() !== beganMinute;
    return {
      answers,
      hasCrossedMinute,
      wrong: [...wrongAnswers(answers, options), ...(await wrongLedger(ledger, options))],
    };
  } finally {
    await Promise.all(replicas.map(end));
    await redis.close();
    folder.remove();
  }
}

async function makeKeys(folder: string, count: number): Promise<string[]> {
  const home = new Installation({ folder: { path: folder, remove: () => undefined } });
  await createAccount(home, {}, account);
  const secrets: string[] = [];
  for (let made = 0; made < count; made += 1) {
    secrets.push((await createApiKey(home, {}, { namespace, name: `key-${made}` })).secret);
  }
  home.close();
  return secrets;
}

function startReplica(folder: string, redisUrl: string): ChildProcess {
  const script = fileURLToPath(new URL('replica.ts', import.meta.url));
  return fork(script, [folder, redisUrl, prefix], { execArgv: ['--no-warnings'] });
}

async function urlOf(replica: ChildProcess): Promise<string> {
  return z
    .tuple([z.object({ url: z.string() })])
    .rest(z.unknown())
    .parse(await once(replica, 'message'))[0].url;
}

async function end(replica: ChildProcess): Promise<void> {
  if (replica.exitCode !== null || replica.signalCode !== null) return;
  const exit = once(replica, 'exit');
  replica.kill('SIGKILL');
  await exit;
}

/**
 * Sends the requests from concurrent clients, with the replicas and API keys in turn. Returns the number of responses
 * by status.
 */
async function ask(
  urls: readonly string[],
  secrets: readonly string[],
  { requests, clients }: FundsStormOptions,
): Promise<Record<string, number>> {
  const pools = urls.map((url) => new Pool(url, { connections: clients }));
  const answers: Record<string, number> = {};
  const body = JSON.stringify(imageRequest());
  let next = 0;
  const client = async (): Promise<void> => {
    for (let number = next++; number < requests; number = next++) {
      const answer = await pools[number % pools.length]?.request({
        method: 'POST',
        path: '/create_image_ad_async',
        headers: { 'x-api-key': secrets[number % secrets.length] ?? '', 'content-type': 'application/json' },
        body,
      });
      await answer?.body.dump();
      const status = String(answer?.statusCode);
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await Promise.all(pools.map((pool) => pool.close()));
  return answers;
}

function wrongAnswers(answers: Record<string, number>, { affordable, requests }: FundsStormOptions): string[] {
  const right = { 202: affordable, 402: requests - affordable };
  const isRight = JSON.stringify(answers) === JSON.stringify(right);
  return isRight ? [] : [`The responses were ${JSON.stringify(answers)}, not ${JSON.stringify(right)}.`];
}

async function wrongLedger(ledger: RedisLedger, { affordable }: FundsStormOptions): Promise<string[]> {
  const { available, reserved } = await ledger.balance(account);
  const sums = await ledger.audit.sums(account);
  const wrong = [];
  if (available !== 0) wrong.push(`${available} credits are left.`);
  if (reserved !== affordable * price) wrong.push(`${reserved} credits are held.`);
  if (sums.reserved !== reserved) wrong.push(`The entries hold ${sums.reserved} credits, the account ${reserved}.`);
  return wrong;
}

function minute(): number {
  return Math.floor(Date.now() / 60_000);
}
