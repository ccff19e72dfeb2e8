/** Sends creates at a steady rate through the API, and posts the same AdJobs directly to the API server. */
import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { adJobKind } from '../../../src/domain/kinds.ts';
import { accountLabel, apiKeyLabel, cleanupFinalizer } from '../../../src/domain/labels.ts';
import type { Hold } from '../../../src/ledger/port.ts';
import type { AdJobSpec } from '../../../src/schema/adjob.ts';
import { imageRequest } from '../../support/api/ad-requests.ts';
import { namespace } from '../cluster/workload.ts';
import type { Installation, Replica } from './installation.ts';
import { openLoop, percentile, type Shot } from './open-loop.ts';
import type { Party } from './parties.ts';
import { pause } from './pause.ts';

const perSecond = 200;
/** Number of connections to all replicas together, as a load balancer may keep them open. */
const connections = 128;
const floorNamespace = 'floor';
/** Time limit for AdJobs that the API left to the relay to create. */
const allMadeMs = 60_000;
const pageSize = 500;

const Accepted = z.object({ job_id: z.uuid() });

const floorSpec: AdJobSpec = {
  type: 'image_ad',
  accountRef: { name: 'account-0' },
  apiKeyRef: { name: 'key-0' },
  image: {
    brandData: { brandUrl: 'https://www.example.com/' },
    generationMetadata: { aspectRatios: '1:1', language: 'en-us', noText: false, resolution: '1K' },
  },
};

/**
 * Posts AdJobs directly to the API server, while no controller or replica runs. This is the lower bound for the API.
 */
export async function floorRun({ cluster, plane }: Installation, count: number): Promise<Shot[]> {
  plane.kubectl(['create', 'namespace', floorNamespace]);
  const labels = { [apiKeyLabel]: 'key-0', [accountLabel]: 'account-0' };
  const send = async (): Promise<string> => {
    const metadata = { name: uuidv7(), namespace: floorNamespace, labels, finalizers: [cleanupFinalizer] };
    await cluster.store.create(adJobKind, { metadata, spec: floorSpec });
    return '201';
  };
  await openLoop({ count: count / 10, perSecond: perSecond / 4, send }); // warms up the API server
  return openLoop({ count, perSecond, send });
}

export interface CreateRun {
  shots: Shot[];
  /** Ids of the jobs that were accepted. */
  jobIds: Set<string>;
}

/** Sends creates, with the keys and replicas in turn. */
export async function createRun(
  replicas: readonly Replica[],
  keys: readonly Party[],
  load: { count: number; perSecond?: number },
): Promise<CreateRun> {
  const pools = replicas.map(({ url }) => new Pool(url, { connections: connections / replicas.length }));
  const body = JSON.stringify(imageRequest());
  const jobIds = new Set<string>();
  const send = async (number: number): Promise<string> => {
    const answer = await pools[number % pools.length]?.request({
      method: 'POST',
      path: '/create_image_ad_async',
      headers: {
        'content-type': 'application/json',
        'x-api-key': keys[number % keys.length]?.secret ?? '',
        'idempotency-key': randomUUID(),
      },
      body,
    });
    const told: unknown = await answer?.body.json();
    if (answer?.statusCode === 202) jobIds.add(Accepted.parse(told).job_id);
    return String(answer?.statusCode);
  };
  const shots = await openLoop({ perSecond, ...load, send });
  await Promise.all(pools.map((pool) => pool.close()));
  return { shots, jobIds };
}

export interface Made {
  /** Number of AdJobs right after the last response to a create. */
  atOnce: number;
  /** Number of AdJobs at the end, of the jobs that were accepted. */
  inTheEnd: number;
  /** Time from the last response until the controller had bound all jobs. */
  seenMs: number;
}

/** Counts the AdJobs of the accepted jobs twice: at once, and when the controller has bound all of them. */
export async function countMade(installation: Installation, jobIds: ReadonlySet<string>): Promise<Made> {
  const beginMs = performance.now();
  const { intents } = installation.ledger;
  const atOnce = await made(installation, jobIds);
  const hasIntents = async (): Promise<boolean> => (await intents.list({ limit: 1 })).length > 0;
  while ((await hasIntents()) && performance.now() - beginMs < allMadeMs) await pause(100);
  const seenMs = performance.now() - beginMs;
  return { atOnce, inTheEnd: await made(installation, jobIds), seenMs };
}

async function made({ cluster }: Installation, jobIds: ReadonlySet<string>): Promise<number> {
  let count = 0;
  let continueToken: string | undefined;
  do {
    const page = { namespace, limit: pageSize, ...(continueToken !== undefined && { continueToken }) };
    const list = await cluster.store.list(adJobKind, page);
    count += list.items.filter(({ metadata }) => jobIds.has(metadata.name)).length;
    continueToken = list.continueToken;
  } while (continueToken !== undefined);
  return count;
}

export interface LedgerCounts {
  holds: number;
  reserves: number;
  /** True if balances, holds and history entries agree. */
  agree: boolean;
}

/** Counts the holds and reservations of all accounts, and checks that they agree with the balances. */
export async function readLedger({ ledger }: Installation, accounts: readonly string[]): Promise<LedgerCounts> {
  const holds = await allHolds(ledger);
  let reserves = 0;
  let agree = true;
  for (const name of accounts) {
    const account = { namespace, name };
    const held = holds.filter((hold) => hold.account.name === name).reduce((sum, { credits }) => sum + credits, 0);
    const [balance, sums] = [await ledger.balance(account), await ledger.audit.sums(account)];
    const entries = await reserveEntries(ledger, name);
    reserves += entries.length;
    const reserved = entries.reduce((sum, amount) => sum + amount, 0);
    agree &&= [balance.reserved, sums.reserved, reserved].every((one) => one === held);
    agree &&= balance.granted === balance.available + balance.reserved + balance.spent;
  }
  return { holds: holds.length, reserves, agree };
}

async function allHolds({ audit }: Installation['ledger']): Promise<Hold[]> {
  const holds: Hold[] = [];
  for (;;) {
    const page = await audit.listHolds({ limit: pageSize, after: holds.at(-1)?.jobId });
    holds.push(...page);
    if (page.length < pageSize) return holds;
  }
}

async function reserveEntries(ledger: Installation['ledger'], name: string): Promise<number[]> {
  const amounts: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await ledger.history({ namespace, name }, { limit: pageSize, cursor });
    amounts.push(...page.entries.filter(({ kind }) => kind === 'reserve').map(({ amount }) => amount));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return amounts;
}

export function latencyRow(shots: readonly Shot[]): Record<'p50' | 'p99' | 'max', string> {
  const latencies = shots.map(({ latencyMs }) => latencyMs);
  return {
    p50: percentile(latencies, 0.5).toFixed(1),
    p99: percentile(latencies, 0.99).toFixed(1),
    max: Math.max(...latencies).toFixed(1),
  };
}
