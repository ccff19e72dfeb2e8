import { spawn } from 'node:child_process';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

interface Options {
  /** Given to the program's standard input. */
  input?: string | Buffer;
  env?: NodeJS.ProcessEnv;
}

/** Run a program of the PATH to its end, whatever its exit code. Rejects where it cannot be started. */
export function run(command: string, args: readonly string[], { input, env }: Options = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: env ?? process.env });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    // It may end without having read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('close', (code) => {
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

/** What it wrote to its standard output. Throws with everything it said where it failed. */
export async function mustRun(command: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
  return stdout;
}
