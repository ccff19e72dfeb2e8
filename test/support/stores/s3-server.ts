import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { S3Artifacts } from '../../../src/artifacts/s3-artifacts.ts';
import { readProxySettings } from '../../../src/config/proxy-config.ts';
import { hasErrorCode } from '../../../src/files/error-code.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { until } from '../process/until.ts';
import { freePort } from '../network/free-port.ts';

/** Name of the S3 server program, which `test/cluster/cluster build` builds. */
const program = 'versitygw';
const bucket = 'artifacts';

/** A real S3 server that stores objects in a folder. Tests can start and stop it. */
export class S3Server {
  readonly endpoint: string;
  readonly accessKeyId = `key${randomUUID()}`;
  readonly secretAccessKey = randomUUID();
  readonly #port: number;
  readonly #folder = temporaryFolder();
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.endpoint = `http://127.0.0.1:${port}`;
    mkdirSync(join(this.#folder.path, bucket));
  }

  /** Starts the server, and sets the AWS credentials for it in the environment of this process. */
  static async start(): Promise<S3Server> {
    const server = new S3Server(await freePort());
    process.env['AWS_ACCESS_KEY_ID'] = server.accessKeyId;
    process.env['AWS_SECRET_ACCESS_KEY'] = server.secretAccessKey;
    await server.go();
    return server;
  }

  /** Returns an artifact store on this server, by default with a key prefix of its own. */
  artifacts(options: Partial<ConstructorParameters<typeof S3Artifacts>[0]> = {}): S3Artifacts {
    const { endpoint } = this;
    const prefix = `of/${randomUUID()}`;
    const where = { bucket, prefix, region: 'us-east-1', endpoint, forcePathStyle: true };
    return new S3Artifacts({ ...where, proxies: readProxySettings(), ...options });
  }

  async go(): Promise<void> {
    const folder = this.#folder.path;
    const keys = ['--access', this.accessKeyId, '--secret', this.secretAccessKey];
    const args = ['--quiet', '--keep-alive', ...keys, '--port', `127.0.0.1:${this.#port}`, 'posix', folder];
    const started = spawn(program, args, { stdio: 'ignore' });
    this.#process = started;
    let failure: Error | undefined;
    started.on('error', (error) => {
      failure = hasErrorCode(error, 'ENOENT')
        ? new Error(`${program} is not on the PATH; build it with test/cluster/cluster build`)
        : error;
    });
    await until(async () => {
      if (failure !== undefined) throw failure;
      return answers(this.endpoint);
    });
  }

  async stop(): Promise<void> {
    const stopped = this.#process;
    if (stopped?.exitCode !== null || stopped.signalCode !== null) return;
    const ended = once(stopped, 'exit');
    stopped.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    this.#folder.remove();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
