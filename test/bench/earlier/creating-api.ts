/**
 * A compiled API process that accepts creates, with a Redis of its own and an API server that answers at almost no cost.
 * No controller runs, so all holds stay open.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { RedisLedger } from '../../../src/ledger/redis-ledger.ts';
import { imageRequest } from '../../support/api/ad-requests.ts';
import { freePort } from '../../support/network/free-port.ts';
import { until } from '../../support/process/until.ts';
import { RedisServer } from '../../support/stores/redis-server.ts';
import { RoleProcess } from '../cluster/role-process.ts';
import { CreatesServer } from './creates-server.ts';

/** Environment of the process, as in the chart. */
const environment = {
  NODE_ENV: 'production',
  NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=256',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
};
const keyPrefix = 'bench';
const credits = 100_000_000;
/** A key may create ten ads a minute. */
const keys = 3_000;
const body = JSON.stringify(imageRequest());

interface Parts {
  process: RoleProcess;
  redis: RedisServer;
  cluster: CreatesServer;
  pool: Pool;
}

export class CreatingApi {
  readonly #parts: Parts;
  #count = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Compiles and starts the API of a checkout. `folder` is an empty folder for its files. */
  static async start(checkout: string, folder: string): Promise<CreatingApi> {
    execFileSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')], { cwd: checkout });
    // The compiled program reads its Redis scripts from the sources.
    for (const name of ['package.json', 'node_modules', 'src']) symlinkSync(join(checkout, name), join(folder, name));
    mkdirSync(join(folder, 'artifacts'));
    const [redis, cluster] = [await RedisServer.start(), await CreatesServer.start(keys)];
    const ledger = new RedisLedger(await redis.connect({ prefix: keyPrefix }));
    await ledger.audit.begin('live');
    await ledger.grant(cluster.account, { id: 'bench', amount: credits });
    const [port, metricsPort] = [await freePort(), await freePort()];
    const process = RoleProcess.run({
      args: ['--disable-warning=ExperimentalWarning', join(folder, 'dist/main.js'), 'api'],
      env: {
        ...environment,
        KUBECONFIG: cluster.kubeconfig(folder),
        ADWRIGHT_NAMESPACE: 'default',
        ADWRIGHT_PUBLIC_URL: 'http://ads.example',
        ADWRIGHT_LISTEN: `127.0.0.1:${port}`,
        ADWRIGHT_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
        ADWRIGHT_STORAGE: 'volume',
        ADWRIGHT_STORAGE_PATH: join(folder, 'artifacts'),
        ADWRIGHT_STORAGE_CLAIM: 'bench',
        ADWRIGHT_REDIS_URL: redis.url,
        ADWRIGHT_REDIS_PREFIX: keyPrefix,
      },
      logFile: join(folder, 'api.log'),
    });
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 });
    const isReady = () =>
      pool.request({ method: 'GET', path: '/readyz' }).then(
        async ({ statusCode, body: sent }) => {
          await sent.dump();
          return statusCode === 200;
        },
        () => false,
      );
    await process.whileAlive(until(isReady));
    return new CreatingApi({ process, redis, cluster, pool });
  }

  cpuMs(): number {
    return this.#parts.process.cpuMs();
  }

  /**
   * Sends creates over a number of connections, each after the response to the one before. Returns the number of those
   * that were answered with 503.
   */
  async creates(count: number, connections: number): Promise<number> {
    const end = this.#count + count;
    let refused = 0;
    const send = async (): Promise<void> => {
      while (this.#count < end) if (!(await this.#create((this.#count += 1)))) refused += 1;
    };
    await this.#parts.process.whileAlive(Promise.all(Array.from({ length: connections }, send)));
    return refused;
  }

  async close(): Promise<void> {
    const { pool, process, cluster, redis } = this.#parts;
    await pool.destroy();
    await process.end('SIGKILL');
    cluster.close();
    await redis.close();
  }

  /** Sends one create. Returns whether it was accepted, and not refused for now. */
  async #create(number: number): Promise<boolean> {
    const headers = {
      ...{ 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      'x-api-key': this.#parts.cluster.secretOf(number % keys),
    };
    const answer = await this.#parts.pool.request({ method: 'POST', path: '/create_image_ad_async', headers, body });
    const text = await answer.body.text();
    if (![202, 503].includes(answer.statusCode)) throw new Error(`a create was answered: ${text}`);
    return answer.statusCode === 202;
  }
}
