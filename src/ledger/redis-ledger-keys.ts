import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { parseKeyText, type ObjectKey } from '../objects/object-key.ts';
import { LedgerError } from './port.ts';
import { RedisFailure, type RedisConnection } from '../redis/connection.ts';

/** Folder of the Lua scripts. The build does not copy the scripts to `dist`. */
const scripts = new URL('../../src/ledger/lua/', import.meta.url);

/**
 * The Redis keys of the ledger, and calls of its scripts.
 *
 * - `books`: a hash with epoch (absent: the ledger is not initialised), sequence, and the mark (an id) of a rebuild.
 * - `account:<namespace>/<name>`: a hash with granted, reserved, spent and retired, and their parts: `grant:<id>`,
 *   `held:<job id>` and `charged:<job id>` (settled and not retired).
 * - `entry:<job id>`: a hash with state, job (account, namespace, name, credits, created and id of the idempotency key,
 *   separated by spaces), uid, retired, intent, cancelled and error.
 * - `retiring:<namespace>/<name>`: a sorted set of retired job ids of the account, whose AdJobs may not record yet that
 *   they are retired.
 * - `intents`: a sorted set of job ids that have an intent.
 * - `holds`: a sorted set of job ids with an open hold that have an object, or no intent.
 * - `idempotency:<id>`: `<job id> <hash of the request>`, kept for 24 hours; the value starts with `=` after a client
 *   got the job id by this key.
 * - `history:<namespace>/<name>`: a stream of `<kind> <amount>` and `job <job id>`, or `id <grant id>`; limited to
 *   about 100,000 entries.
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

  /** Runs a script and returns its raw answer. Throws `LedgerError`. */
  ask(script: string, ...args: (string | number)[]): Promise<unknown> {
    return failing(this.connection.run(script, ...args));
  }

  /** Runs a script and parses its answer. Throws `LedgerError`. */
  async run<S extends z.ZodType>(answer: S, script: string, ...args: (string | number)[]): Promise<z.output<S>> {
    return answer.parse(await this.ask(script, ...args));
  }

  /** Sends one command and parses its answer. Throws `LedgerError`. */
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
 * Returns the first four values of the `job` field of a ledger entry. One field for all values, instead of a field for
 * each value, makes admissions cheaper.
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

/** Converts milliseconds since 1970, from `created` or from the first part of a history id, to RFC 3339. */
export function timeOf(milliseconds: string): string {
  return new Date(Number(milliseconds)).toISOString();
}

/** Returns a short id for an idempotency key, because the key can have 255 characters. */
export function idempotencyId(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
