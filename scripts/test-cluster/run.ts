import { spawn, type ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Terminates the programs that are running. Their steps then fail, and callers can still clean up. */
export function interrupt(): void {
  for (const child of running) child.kill('SIGTERM');
}

export interface Ended {
  ok: boolean;
  /** Exit code of the program, or the signal that ended it. */
  end: string;
  /** Text of standard output and standard error. Empty with `live`. */
  output: string;
  stdout: string;
}

interface Options {
  env?: NodeJS.ProcessEnv;
  /** Shows the output on this terminal while the program runs. */
  live?: boolean;
}

/** Runs a program to its end. Rejects if it cannot be started. */
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

/** Runs a program and returns its standard output. Throws an error with all of its output if the program fails. */
export async function mustRun(command: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { ok, output, stdout } = await run(command, args, options);
  if (!ok) throw new Error(`${command} ${args.join(' ')} failed.\n${output}`);
  return stdout;
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs a step and prints its duration, even if the step fails. */
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
