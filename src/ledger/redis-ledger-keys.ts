import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { parseKeyText } from '../runtime/object-key.ts';
import type { ObjectKey } from '../store/port.ts';
import { LedgerError } from './port.ts';
import { RedisFailure, type RedisConnection } from '../redis/connection.ts';

/** From `src` as from `dist`: the scripts are not built. */
const scripts = new URL('./lua/', import.meta.url);

/**
 * The keys of the books, and how their scripts are called.
 *
 * - `books`: epoch (without it there are none) and sequence.
 * - `account:<namespace>/<name>`: granted, reserved, spent, retired, and what they add up from: `grant:<id>`,
 *   `held:<job id>`, `charged:<job id>` (settled and not retired).
 * - `entry:<job id>`: state, job (account, namespace, name, credits, created, id of the idempotency key, with blanks between
 *   them), uid, retired, intent, cancelled, error.
 * - `retiring:<namespace>/<name>`: job ids of the account that are retired, and it is not known whether their objects say so.
 * - `intents`: the job ids of those that have one; `holds`: those of open holds that have no intent, or an object.
 * - `idempotency:<id>`: `<job id> <hash of the request>`, for 24 hours; begins with `=` once a client was told the id by it.
 * - `history:<account>`: a stream of `<kind> <amount>` and `job <job id>`, or `id <id of the grant>`; of more than 100,000 the oldest go.
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

  /** Run a script whose answer the caller checks. Throws `LedgerError`. */
  ask(script: string, ...args: (string | number)[]): Promise<unknown> {
    return failing(this.connection.run(script, ...args));
  }

  /** Run a script. Throws `LedgerError`. */
  async run<S extends z.ZodType>(answer: S, script: string, ...args: (string | number)[]): Promise<z.output<S>> {
    return answer.parse(await this.ask(script, ...args));
  }

  /** Send one command. Throws `LedgerError`. */
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

/** What an entry begins with, in place of fields of their own: it is written with every admission. */
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

/** `created` and the first part of an id of the history: milliseconds since 1970. */
export function timeOf(milliseconds: string): string {
  return new Date(Number(milliseconds)).toISOString();
}

/** Clients choose keys of up to 255 characters; these are short, whatever they choose. */
export function idempotencyId(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
