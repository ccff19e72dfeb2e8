import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Duplex } from 'node:stream';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { messageOf } from '../files/error-code.ts';
import { exactnessOf, type Exactness } from './exactness.ts';
import { problemOf } from './problem.ts';

export interface RedisConnectionOptions {
  /** `redis://` or, for TLS, `rediss://`; may hold user and password. Database 0. */
  url: string;
  /** In place of those in the URL. */
  username?: string | undefined;
  password?: string | undefined;
  /** PEM of who has signed the server's certificate; without it what Node.js trusts. */
  caFile?: string | undefined;
  /** All keys begin with `{prefix}:`, one slot of a Redis Cluster. Letters, digits, dot, dash and underscore. */
  prefix: string;
  /** As `CLIENT LIST` shows it. */
  clientName: string;
  logger: Logger;
  /** How long a call waits for its answer. It may still be carried out after that. */
  commandTimeoutMs?: number;
}

/** `lost`: a script says that the books are not there, nothing happened. `unavailable`: nobody knows whether it happened. */
export class RedisFailure extends Error {
  readonly kind: 'lost' | 'unavailable';

  constructor(kind: 'lost' | 'unavailable', message: string) {
    super(message);
    this.name = 'RedisFailure';
    this.kind = kind;
  }
}

type Argument = string | number;
type Script = (...args: Argument[]) => Promise<unknown>;

/** What is sent beside the scripts. */
const ownCommands = ['evalsha', 'info', 'hmget', 'scan'];
const commandOfScript = /redis\.p?call\('([A-Z]+)'/g;
const scriptFile = /^([a-z-]+)-(\d+|n)\.lua$/;
const closed = 'the connection was closed';
const laneCount = 6;
const defaultPort = 6379;
const defaultTimeoutMs = 1_000;
const connectMaxMs = 5_000;
const reconnectMaxMs = 2_000;

/**
 * A few connections to one Redis primary, begun at once and made again for ever; each command takes the next one. Redis
 * reads 16 KiB of each before it writes all that it has done to the disk, once: what is asked at the same time shares that.
 *
 * Guarantee: a command is sent once. What was under way when the connection broke fails, and what is asked while there is
 * none fails at once. (A script that the server does not know, after a restart, is sent again whole: it was not run.)
 */
export class RedisConnection {
  readonly #lanes: readonly Redis[];
  readonly #options: RedisConnectionOptions;
  readonly #commandTimeoutMs: number;
  readonly #scripts = new Map<string, readonly Script[]>();
  readonly #commands = new Set(ownCommands);
  readonly #isTls: boolean;
  readonly #secret: string;
  #isEnded = false;
  #wasReady = false;
  #next = 0;
  #lastProblem = 'it was not reached yet';

  /** Throws on a URL or a prefix that cannot be used, and on a CA file that cannot be read. */
  constructor(options: RedisConnectionOptions) {
    if (!/^[\w.-]+$/.test(options.prefix)) throw new Error('The prefix of the Redis keys holds other characters.');
    this.#options = options;
    this.#commandTimeoutMs = options.commandTimeoutMs ?? defaultTimeoutMs;
    const address = addressOf(options);
    this.#secret = address.password ?? '';
    this.#isTls = address.isTls;
    this.#lanes = Array.from({ length: laneCount }, () => this.#lane(settingsOf(address, options)));
  }

  /** Every connection. */
  get isReady(): boolean {
    return this.#lanes.every(({ status }) => status === 'ready');
  }

  /** What all keys begin with. */
  get prefix(): string {
    return `{${this.#options.prefix}}:`;
  }

  /** Take the scripts of a folder: `name-<number of keys>.lua`, with `n` the number is given in each call. */
  define(folder: URL): void {
    for (const file of readdirSync(folder)) {
      const [, name, keys] = scriptFile.exec(file) ?? [];
      if (name === undefined) throw new Error(`${file} is not named as a script is.`);
      const lua = readFileSync(new URL(file, folder), 'utf8');
      for (const [, command = ''] of lua.matchAll(commandOfScript)) this.#commands.add(command.toLowerCase());
      const definition = { lua, ...(keys === 'n' ? {} : { numberOfKeys: Number(keys) }) };
      this.#scripts.set(
        name,
        this.#lanes.map((lane) => scriptOf(lane, name, definition)),
      );
    }
  }

  /** Run a script of `define`: its keys, then its other arguments. Throws `RedisFailure`. */
  async run(name: string, ...args: Argument[]): Promise<unknown> {
    const script = this.#scripts.get(name)?.[this.#nextLane()];
    if (script === undefined) throw new Error(`There is no script ${name}.`);
    try {
      return await script(...args);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Send one command. Throws `RedisFailure`. */
  async call(command: string, ...args: Argument[]): Promise<unknown> {
    try {
      return await this.#lanes[this.#nextLane()]?.call(command, ...args);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Whether what was answered survives the server's end: asked at every connect, for settings change. Throws `RedisFailure`. */
  async exactness(): Promise<Exactness> {
    const parts = ['replication', 'persistence', 'memory'].map((part) => this.call('INFO', part));
    const info = (await Promise.all(parts)).join('\n');
    const appendfsync = await this.call('CONFIG', 'GET', 'appendfsync').catch((error: unknown) => {
      if (messageOf(error).includes('NOPERM')) return undefined;
      throw error;
    });
    return exactnessOf(info, Array.isArray(appendfsync) ? String(appendfsync[1]) : undefined);
  }

  /** The commands that this user may not run on these keys, of those that the program needs. Throws `RedisFailure`. */
  async missingRights(): Promise<string[]> {
    const missing = await this.run('rights', `${this.prefix}rights`, ...this.#commands);
    return Array.isArray(missing) ? missing.map(String) : [];
  }

  /** What is under way fails. */
  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const lane of this.#lanes) {
      const [isReady, stream]: [boolean, unknown] = [lane.status === 'ready', Reflect.get(lane, 'stream')];
      lane.disconnect();
      // A handshake that is ended in its middle never ends, or with an error that comes when the client does not listen any more.
      if (!isReady && stream instanceof Duplex) stream.destroy();
    }
  }

  #lane(settings: ReturnType<typeof settingsOf>): Redis {
    const lane = new Redis(settings);
    lane.on('error', (error: unknown) => {
      this.#problem(problemOf({ code: codeOf(error), message: messageOf(error) }, this.#way));
    });
    lane.on('close', () => {
      this.#problem(closed);
    });
    lane.on('ready', () => {
      if (!this.isReady) return;
      this.#lastProblem = '';
      this.#wasReady = true;
      this.#options.logger.info('Redis is connected.');
    });
    return lane;
  }

  get #way(): 'plain' | 'tls' | 'proven' {
    if (this.#wasReady) return 'proven';
    return this.#isTls ? 'tls' : 'plain';
  }

  /** In turn; one that is not connected only where none is. */
  #nextLane(): number {
    for (let tried = 0; tried < laneCount; tried++) {
      this.#next = (this.#next + 1) % laneCount;
      if (this.#lanes[this.#next]?.status === 'ready') break;
    }
    return this.#next;
  }

  #failure(error: unknown): RedisFailure {
    const message = this.#withoutSecret(messageOf(error));
    if (message.startsWith('LOST ')) return new RedisFailure('lost', message.slice('LOST '.length));
    return new RedisFailure('unavailable', this.#sentence(error, message));
  }

  #sentence(error: unknown, message: string): string {
    if (message === 'Command timed out') return `Redis has not answered within ${this.#commandTimeoutMs} ms.`;
    if (isAnswer(error)) return `Redis has refused: ${message.slice(0, 200)}`;
    return `Redis is not connected: ${this.#lastProblem === '' ? message : this.#lastProblem}.`;
  }

  /** Once for each new problem: a server that is away is tried again and again. */
  #problem(message: string): void {
    const problem = this.#withoutSecret(message);
    const isClose = problem === closed;
    if (this.#isEnded || problem === this.#lastProblem || (isClose && this.#lastProblem !== '')) return;
    this.#lastProblem = problem;
    this.#options.logger.warn({ problem }, 'Redis is not connected.');
  }

  #withoutSecret(text: string): string {
    return this.#secret === '' ? text : text.replaceAll(this.#secret, '[redacted]');
  }
}

function isAnswer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'ReplyError';
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function scriptOf(lane: Redis, name: string, definition: { lua: string; numberOfKeys?: number }): Script {
  lane.defineCommand(name, definition);
  const command: unknown = Reflect.get(lane, name);
  if (!isScript(command)) throw new Error(`The script ${name} was not taken.`);
  return command.bind(lane);
}

function isScript(value: unknown): value is Script {
  return typeof value === 'function';
}

interface Address {
  host: string;
  port: number;
  username?: string;
  password?: string;
  isTls: boolean;
}

function addressOf(options: RedisConnectionOptions): Address {
  const url = urlOf(options.url);
  const username = options.username ?? decodeURIComponent(url.username);
  const password = options.password ?? decodeURIComponent(url.password);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || defaultPort),
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    isTls: url.protocol === 'rediss:',
  };
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '') {
    throw new Error('The URL of Redis is not redis://host:port or rediss://host:port.');
  }
  // A client that is refused another one goes on with the first.
  if (!['', '/', '/0'].includes(url.pathname)) throw new Error('The URL of Redis names another database than 0.');
  return url;
}

function settingsOf({ isTls, ...address }: Address, options: RedisConnectionOptions) {
  const { clientName, caFile, commandTimeoutMs = defaultTimeoutMs } = options;
  return {
    ...address,
    ...(isTls ? { tls: tlsOf(address.host, caFile) } : {}),
    connectionName: clientName,
    // Redis 7.0 does not know it.
    disableClientInfo: true,
    protocol: 2,
    replyMapping: 'legacy',
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectMaxMs,
    // A connection that says nothing for long is made anew: the other end may be gone without a word.
    socketTimeout: 5 * commandTimeoutMs,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // A primary that became a replica: the name may lead to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), reconnectMaxMs) * (0.75 + Math.random() / 2),
  } satisfies RedisOptions;
}

function tlsOf(host: string, caFile: string | undefined) {
  // A server of many names takes the name that is asked for; Node.js sends none by itself.
  return {
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(caFile === undefined ? {} : { ca: authorityOf(caFile) }),
  };
}

function authorityOf(caFile: string): Buffer {
  const pem = readFileSync(caFile);
  try {
    new X509Certificate(pem);
    return pem;
  } catch {
    throw new Error(`${caFile} holds no certificate in PEM.`);
  }
}
