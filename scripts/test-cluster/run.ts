import { spawn, type ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** End what runs now. Its step fails, and whoever waits for it can still clean up. */
export function interrupt(): void {
  for (const child of running) child.kill('SIGTERM');
}

export interface Ended {
  ok: boolean;
  /** The exit code, or the signal that ended it. */
  end: string;
  /** What it wrote to both outputs; empty where they were shown at once. */
  output: string;
  stdout: string;
}

interface Options {
  env?: NodeJS.ProcessEnv;
  /** Show its output as it comes. */
  live?: boolean;
}

/** Run a program to its end. Rejects where it cannot be started. */
export function run(command: string, args: readonly string[], { env, live = false }: Options = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const stream = live ? 'inherit' : 'pipe';
    const child = spawn(command, args, { stdio: ['ignore', stream, stream], env: env ?? process.env });
    running.add(child);
    let [output, stdout] = ['', ''];
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      output += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ ok: code === 0, end: signal ?? String(code), output, stdout });
    });
  });
}

/** Like `run`, and throws with what the program said where it failed. */
export async function mustRun(command: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { ok, output, stdout } = await run(command, args, options);
  if (!ok) throw new Error(`${command} ${args.join(' ')} failed.\n${output}`);
  return stdout;
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Run one step and print how long it took, whether it succeeded or not. */
export async function timed<T>(name: string, step: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  let word = 'FAIL';
  try {
    const made = await step();
    word = 'ok  ';
    return made;
  } finally {
    say(`${word}  ${name.padEnd(24)} ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  }
}
