/** Starts `adwright local` in a process of its own, and uses it as operators and clients do. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const adwright = fileURLToPath(new URL('../bin/adwright', import.meta.url));
const startTimeoutMs = 30_000;
/** Maximum number of log characters that an error message contains. */
const outputMax = 4_000;

export interface LocalService {
  url: string;
  /** Address of a page of the dashboard that signs an admin in. It works once. Undefined if the dashboard is off. */
  signInLink: string | undefined;
  pid: number;
  /** Runs an `adwright` command and returns its output without surrounding whitespace. Throws if the command fails. */
  command(...args: string[]): Promise<string>;
  /** Runs an `adwright` command that prints to this terminal. Returns its exit code. */
  show(...args: string[]): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the service. `env` is added to the environment of this process. The log goes to `logFile`, by default to this
 * terminal.
 */
export async function startLocalService(env: Record<string, string>, logFile?: string): Promise<LocalService> {
  const environment = { ...process.env, ...env };
  const child = spawn(adwright, ['local'], {
    env: environment,
    stdio: ['ignore', 'pipe', logFile === undefined ? 'inherit' : 'pipe'],
  });
  const lastWords = logFile === undefined ? () => '' : keepLog(child, logFile);
  const addresses = await ready(child, lastWords);
  return {
    ...addresses,
    pid: child.pid ?? 0,
    command: (...args) => run(args, environment),
    show: (...args) => show(args, environment),
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Appends the log of the service to a file. If the file cannot be written, for example on a full disk, the service
 * continues without it. Returns a function that returns the last log lines, which explain a failed start.
 */
function keepLog({ stderr }: ChildProcess, file: string): () => string {
  const log = createWriteStream(file, { flags: 'a' });
  log.on('error', () => stderr?.unpipe(log).resume());
  stderr?.pipe(log);
  let output = '';
  stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-outputMax)));
  return () => ` ${output.trim().split('\n').slice(-3).join('\n')}\nIts log: ${file}`;
}

type Addresses = Pick<LocalService, 'url' | 'signInLink'>;

async function ready(child: ChildProcess, lastWords: () => string): Promise<Addresses> {
  if (child.stdout === null) throw new Error('The service has no standard output.');
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  let signInLink: string | undefined;
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      signInLink ??= /dashboard: (http\S+)/.exec(line)?.[1];
      const url = /ready at (http\S+)/.exec(line)?.[1];
      if (url !== undefined) return { url, signInLink };
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`The service did not start.${lastWords()}`);
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(adwright, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`adwright ${args.join(' ')} ended with ${String(code)}: ${err}`);
  return out.trim();
}

async function show(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(adwright, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

const Created = z.object({ job_id: z.string(), type: z.string() });
/** Fields of a job that the scripts read. Other fields of the response are kept. */
const Finished = z.object({
  status: z.string(),
  error: z.string().nullable(),
  response: z
    .looseObject({
      images: z.array(z.looseObject({ url: z.string(), aspect_ratio: z.string() })).optional(),
      video: z.looseObject({ url: z.string(), thumbnail_url: z.string(), captions_url: z.string() }).optional(),
      notes: z.array(z.string()),
    })
    .nullable(),
});

/** Creates an image ad through the REST API. Returns the job id. */
export function createImageAd(service: LocalService, key: string, request: unknown): Promise<string> {
  return create(`${service.url}/create_image_ad_async`, key, request);
}

/** Creates a video ad through the REST API. Returns the job id. */
export function createVideoAd(service: LocalService, key: string, request: unknown): Promise<string> {
  return create(`${service.url}/create_video_ad_async`, key, request);
}

async function create(url: string, key: string, request: unknown): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(request),
  });
  if (answer.status !== 202) throw new Error(`The request was answered ${answer.status}: ${await answer.text()}`);
  return Created.parse(await answer.json()).job_id;
}

export async function getJob(service: LocalService, key: string, jobId: string): Promise<z.infer<typeof Finished>> {
  const answer = await fetch(`${service.url}/jobs/${jobId}`, { headers: { 'x-api-key': key } });
  return Finished.parse(await answer.json());
}
