import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { parseKeyText, type ObjectKey } from '../objects/object-key.ts';
import { LedgerError } from './port.ts';
import { RedisFailure, type RedisConnection } from '../redis/connection.ts';

/**
 * Folder with the Lua scripts of the ledger. The program always reads the scripts from `src`, because the build does
 * not copy them to `dist`.
 */
const scripts = new URL('../../src/ledger/lua/', import.meta.url);

/**
 * Redis keys of the ledger, and calls of its Lua scripts.
 *
 * - `books`: hash with the epoch, the sequence number, and the mark (random id) of a rebuild. Without an epoch, the
 *   ledger is not initialised.
 * - `account:<namespace>/<name>`: hash with the total credits granted, reserved, spent and retired (charged for deleted
 *   AdJobs). Their parts are `grant:<id>`, `held:<job id>` (reserved) and `charged:<job id>` (spent and not retired).
 * - `entry:<job id>`: hash with state, job, uid, retired, intent (AdJob to create), cancelled and error. The field
 *   `job` contains account, namespace, name, credits, creation time and id of the idempotency key, separated by spaces.
 * - `retiring:<namespace>/<name>`: sorted set with the ids of jobs of the account whose charge is retired, but whose
 *   AdJob may not record this yet.
 * - `intents`: sorted set with the ids of jobs that have an intent (AdJob to create).
 * - `holds`: sorted set with the ids of jobs that have reserved credits, and have an AdJob or no intent.
 * - `idempotency:<id>`: `<job id> <hash of the request>`, kept for 24 hours. The value starts with `=` after a client
 *   got the job id by this key.
 * - `history:<namespace>/<name>`: stream with `<kind> <amount>`, then `job <job id>` or `id <grant id>`. The stream is
 *   limited to about 100,000 entries.
 */
export class RedisLedgerKeys {
  readonly connection: RedisConnection;
  readonly prefix: string;
  readonly root: string;
  readonly intents: string;
  readonly holds: string;

  constructor(connection: RedisConnection) {
    connection.define(scripts);
    this.connection = connection;
    this.prefix = connection.prefix;
    this.root = `${this.prefix}books`;
    this.intents = `${this.prefix}intents`;
    this.holds = `${this.prefix}holds`;
  }

  entry(jobId: string): string {
    return `${this.prefix}entry:${jobId}`;
  }

  account(account: string): string {
    return `${this.prefix}account:${account}`;
  }

  history(account: string): string {
    return `${this.prefix}history:${account}`;
  }

  retiring(account: string): string {
    return `${this.prefix}retiring:${account}`;
  }

  idempotency(id: string): string {
    return `${this.prefix}idempotency:${id}`;
  }

  ask(script: string, ...args: (string | number)[]): Promise<unknown> {
    return failing(this.connection.run(script, ...args));
  }

  async run<S extends z.ZodType>(answer: S, script: string, ...args: (string | number)[]): Promise<z.output<S>> {
    return answer.parse(await this.ask(script, ...args));
  }

  async call<S extends z.ZodType>(answer: S, command: string, ...args: (string | number)[]): Promise<z.output<S>> {
    return answer.parse(await failing(this.connection.call(command, ...args)));
  }
}

async function failing<R>(answer: Promise<R>): Promise<R> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof RedisFailure)) throw error;
    throw new LedgerError(error.kind === 'lost' ? 'Lost' : 'Unavailable', error.message);
  }
}

/**
 * Returns account, namespace, name and credits, the first values of the field `job` in a ledger entry. One field for
 * all values makes the acceptance of a job cheaper than one field for each value.
 */
export function jobText(account: string, { namespace, name }: ObjectKey, credits: number): string {
  return `${account} ${namespace} ${name} ${credits}`;
}

export interface Job {
  account: ObjectKey;
  key: ObjectKey;
  credits: number;
  createdTime: string;
}

export function jobOf(text: string): Job {
  const [account = '', namespace = '', name = '', credits, created = ''] = text.split(' ');
  return {
    account: parseKeyText(account),
    key: { namespace, name },
    credits: Number(credits),
    createdTime: timeOf(created),
  };
}

export function timeOf(milliseconds: string): string {
  return new Date(Number(milliseconds)).toISOString();
}

/** Returns a hash of an idempotency key. The hash is short, while the key can have 255 characters. */
export function idempotencyId(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
