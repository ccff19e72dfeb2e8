import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { Duplex } from 'node:stream';
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import { firstUnits } from '../domain/whole-characters.ts';
import { messageOf } from '../files/error-code.ts';
import { exactnessOf, type Exactness } from './exactness.ts';
import { problemOf } from './problem.ts';

export interface RedisConnectionOptions {
  /**
   * URL of the Redis server, with the scheme `redis://`, or `rediss://` for TLS. The URL may contain user name and
   * password. Only database 0 is supported.
   */
  url: string;
  /** User name for Redis. Overrides the user name in the URL. */
  username?: string | undefined;
  /** Password for Redis. Overrides the password in the URL. */
  password?: string | undefined;
  /**
   * Path of a PEM file with the certificate of the authority that signed the server's certificate. Default: the
   * authorities that Node.js trusts.
   */
  caFile?: string | undefined;
  /**
   * Prefix of all Redis keys. Every key starts with `{prefix}:`, so that all keys belong to one hash slot of a Redis
   * Cluster. The prefix may contain letters, digits, dots, dashes and underscores.
   */
  prefix: string;
  clientName: string;
  logger: Logger;
  /** Time limit in milliseconds for a call. Redis may still execute a call after this time. */
  commandTimeoutMs?: number;
}

/**
 * Error of a call to Redis. `lost`: a script found no data of the credit ledger and changed nothing. `unavailable`: the
 * outcome of the call is unknown.
 */
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

const ownCommands = ['evalsha', 'info', 'hmget', 'scan'];
const commandOfScript = /redis\.p?call\('([A-Z]+)'/g;
const scriptFile = /^([a-z-]+)-(\d+|n)\.lua$/;
const closed = 'the connection to Redis was closed';
const laneCount = 6;
const defaultPort = 6379;
const defaultTimeoutMs = 1_000;
const connectMaxMs = 5_000;
const reconnectMaxMs = 2_000;
/**
 * Time in milliseconds after which a connection that is being closed is destroyed. ioredis also waits for this time if
 * the connection was already closed, as between two tries to reconnect, and keeps the process running meanwhile.
 */
const disconnectMaxMs = 100;

/**
 * Pool of connections to one Redis primary, which open immediately and reconnect without a limit on the number of
 * tries. Commands use the connections in turn. Redis reads up to 16 KiB from each connection before it writes its
 * append-only file to disk, so concurrent commands share the cost of this write.
 *
 * Guarantee: a command is sent once. The command fails immediately if no connection is ready, and fails if its
 * connection breaks. The only exception is a Lua script that the server does not know after a restart: the call is sent
 * again with the source of the script, because the script has not run.
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
  #losses = 0;
  #next = 0;
  #lastProblem = 'no connection to Redis was made yet';

  /** Throws if the URL or the prefix is not valid, or if the CA file cannot be read. */
  constructor(options: RedisConnectionOptions) {
    if (!/^[\w.-]+$/.test(options.prefix))
      throw new Error('The prefix of the Redis keys may contain only letters, digits, ".", "-" and "_".');
    this.#options = options;
    this.#commandTimeoutMs = options.commandTimeoutMs ?? defaultTimeoutMs;
    const address = addressOf(options);
    this.#secret = address.password ?? '';
    this.#isTls = address.isTls;
    this.#lanes = Array.from({ length: laneCount }, () => this.#lane(settingsOf(address, options)));
  }

  get isReady(): boolean {
    return this.#lanes.every(({ status }) => status === 'ready');
  }

  /** Number of times that this connection was lost after it had been open. */
  get losses(): number {
    return this.#losses;
  }

  get prefix(): string {
    return `{${this.#options.prefix}}:`;
  }

  /**
   * Loads the Lua scripts of a folder. The name of each file is `name-<number of Redis keys>.lua`. If the number is
   * `n`, each call must pass the number of keys as its first argument.
   */
  define(folder: URL): void {
    for (const file of readdirSync(folder)) {
      const [, name, keys] = scriptFile.exec(file) ?? [];
      if (name === undefined) throw new Error(`${file} is not named name-<number of keys>.lua.`);
      const lua = readFileSync(new URL(file, folder), 'utf8');
      for (const [, command = ''] of lua.matchAll(commandOfScript)) this.#commands.add(command.toLowerCase());
      const definition = { lua, ...(keys === 'n' ? {} : { numberOfKeys: Number(keys) }) };
      this.#scripts.set(
        name,
        this.#lanes.map((lane) => scriptOf(lane, name, definition)),
      );
    }
  }

  /**
   * Runs a Lua script that `define` has loaded. `args` contains the Redis keys, followed by the other arguments of the
   * script. Throws `RedisFailure`.
   */
  async run(name: string, ...args: Argument[]): Promise<unknown> {
    const script = this.#scripts.get(name)?.[this.#nextLane()];
    if (script === undefined) throw new Error(`There is no Lua script named ${name}.`);
    try {
      return await script(...args);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async call(command: string, ...args: Argument[]): Promise<unknown> {
    try {
      return await this.#lanes[this.#nextLane()]?.call(command, ...args);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /**
   * Returns whether acknowledged writes survive a crash of the server. Call this method after each new connection,
   * because the settings of the server can change. Throws `RedisFailure`.
   */
  async exactness(): Promise<Exactness> {
    const parts = ['replication', 'persistence', 'memory'].map((part) => this.call('INFO', part));
    const info = (await Promise.all(parts)).join('\n');
    const appendfsync = await this.call('CONFIG', 'GET', 'appendfsync').catch((error: unknown) => {
      if (messageOf(error).includes('NOPERM')) return undefined;
      throw error;
    });
    return exactnessOf(info, Array.isArray(appendfsync) ? String(appendfsync[1]) : undefined);
  }

  /**
   * Returns the Redis commands that the program needs but that its Redis user may not run on the program's keys. Throws
   * `RedisFailure`.
   */
  async missingRights(): Promise<string[]> {
    const missing = await this.run('rights', `${this.prefix}rights`, ...this.#commands);
    return Array.isArray(missing) ? missing.map(String) : [];
  }

  close(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const lane of this.#lanes) {
      const [isReady, stream]: [boolean, unknown] = [lane.status === 'ready', Reflect.get(lane, 'stream')];
      lane.disconnect();
      // `disconnect` does not end a connection during its handshake, or ends it with an error for which the client no
      // longer has a listener. So the stream of the connection is destroyed here.
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
      this.#options.logger.info('connected to Redis');
    });
    return lane;
  }

  get #way(): 'plain' | 'tls' | 'proven' {
    if (this.#wasReady) return 'proven';
    return this.#isTls ? 'tls' : 'plain';
  }

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
    if (message === 'Command timed out') return `Redis did not respond within ${this.#commandTimeoutMs} ms.`;
    if (isAnswer(error)) return `Redis rejected the command: ${firstUnits(message, 200)}`;
    return `Redis is not connected: ${this.#lastProblem === '' ? message : this.#lastProblem}.`;
  }

  /**
   * Logs each new connection problem once, since every attempt to reconnect to an unreachable server would log the same
   * problem again.
   */
  #problem(message: string): void {
    const problem = this.#withoutSecret(message);
    const isClose = problem === closed;
    if (this.#isEnded || problem === this.#lastProblem || (isClose && this.#lastProblem !== '')) return;
    if (this.#wasReady && this.#lastProblem === '') this.#losses += 1;
    this.#lastProblem = problem;
    this.#options.logger.warn({ problem }, 'not connected to Redis; reconnecting');
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
  if (!isScript(command)) throw new Error(`The Redis client did not define the script ${name}.`);
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
    throw new Error('The URL of Redis must be redis://host:port or rediss://host:port.');
  }
  // A database number other than 0 is rejected here, because ioredis continues with database 0 if the server rejects
  // the database in the URL.
  if (!['', '/', '/0'].includes(url.pathname)) throw new Error('The URL of Redis must name database 0 or none.');
  return url;
}

function settingsOf({ isTls, ...address }: Address, options: RedisConnectionOptions) {
  const { clientName, caFile, commandTimeoutMs = defaultTimeoutMs } = options;
  return {
    ...address,
    ...(isTls ? { tls: tlsOf(address.host, caFile) } : {}),
    connectionName: clientName,
    // Redis 7.0 does not support the command CLIENT SETINFO, which ioredis would send.
    disableClientInfo: true,
    protocol: 2,
    replyMapping: 'legacy',
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectMaxMs,
    disconnectTimeout: disconnectMaxMs,
    // Time in milliseconds without data after which the connection is replaced. The server may have disappeared without
    // closing the connection.
    socketTimeout: 5 * commandTimeoutMs,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // The error READONLY means that the server is now a replica. The client connects again, because the host name may
    // now resolve to the new primary.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), reconnectMaxMs) * (0.75 + Math.random() / 2),
  } satisfies RedisOptions;
}

function tlsOf(host: string, caFile: string | undefined) {
  // The option `servername` sends the host name in the TLS handshake (SNI), which Node.js omits by default. A server
  // with several certificates needs the name.
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
    throw new Error(`${caFile} contains no certificate in PEM format.`);
  }
}
