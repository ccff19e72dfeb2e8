import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { hasErrorCode } from '../../../src/files/error-code.ts';
import { RedisConnection, type RedisConnectionOptions } from '../../../src/redis/connection.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { until } from '../process/until.ts';
import { freePort } from '../network/free-port.ts';

/** Flags for the Redis settings that the ledger requires by default: with them, no acknowledged write is lost. */
const exactly = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction', '--save', ''];

/** Time limit of a command, unless a test sets another. It is longer than Redis takes on a busy machine. */
const patienceMs = 20_000;

/** A real Redis server on a free port, with its data in a temporary folder. Tests can kill, pause and restart it. */
export class RedisServer {
  readonly port: number;
  readonly #folder = temporaryFolder();
  readonly #flags: readonly string[];
  readonly #connections = new Set<RedisConnection>();
  #process: ChildProcess | undefined;

  private constructor(port: number, flags: readonly string[]) {
    this.port = port;
    this.#flags = flags;
  }

  /** Starts Redis with the settings that the ledger requires. `flags` of `redis-server` override them. */
  static async start(...flags: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), flags);
    await server.go();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Returns the path of a file in the data folder. */
  path(file: string): string {
    return join(this.#folder.path, file);
  }

  /** Changes a setting of the running server, until it is started again. */
  set(name: string, value: string): void {
    execFileSync('redis-cli', ['-p', String(this.port), 'config', 'set', name, value]);
  }

  /** Opens a connection and waits until it is ready. `close` of this server also closes the connection. */
  async connect(options: Partial<RedisConnectionOptions> = {}): Promise<RedisConnection> {
    const connection = this.connection(options);
    await until(() => connection.isReady);
    return connection;
  }

  /** Opens a connection like `connect`, without waiting. */
  connection(options: Partial<RedisConnectionOptions> = {}): RedisConnection {
    const logger: Logger = pino({ level: 'silent' });
    const own = { url: this.url, prefix: 'test', clientName: 'test', logger, commandTimeoutMs: patienceMs };
    const connection = new RedisConnection({ ...own, ...options });
    this.#connections.add(connection);
    return connection;
  }

  /** Starts Redis on the existing data. */
  async go(): Promise<void> {
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder.path];
    const started = spawn('redis-server', [...place, ...exactly, ...this.#flags], { stdio: 'ignore' });
    this.#process = started;
    let failure: Error | undefined;
    started.on('error', (error) => {
      failure = hasErrorCode(error, 'ENOENT')
        ? new Error('redis-server is not on the PATH; run `make install`')
        : error;
    });
    const asking = this.connection();
    await until(() => {
      if (failure !== undefined) throw failure;
      if (started.exitCode !== null) throw new Error(`redis-server has exited with code ${started.exitCode}`);
      return asking.isReady;
    });
    asking.close();
  }

  /** Kills Redis with SIGKILL. */
  async kill(): Promise<void> {
    const ended = this.#process;
    if (ended?.exitCode !== null || ended.signalCode !== null) return;
    const exit = once(ended, 'exit');
    ended.kill('SIGKILL');
    await exit;
  }

  /** Pauses Redis with SIGSTOP: its connections stay open, and it answers nothing. */
  stop(): void {
    this.#process?.kill('SIGSTOP');
  }

  continue(): void {
    this.#process?.kill('SIGCONT');
  }

  async restart(data: 'with-data' | 'empty'): Promise<void> {
    await this.kill();
    if (data === 'empty') rmSync(this.path('appendonlydir'), { recursive: true, force: true });
    await this.go();
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await this.kill();
    this.#folder.remove();
  }
}
