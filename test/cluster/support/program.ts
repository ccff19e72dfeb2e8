import { spawn } from 'node:child_process';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

interface Options {
  /** Standard input of the program. */
  input?: string | Buffer;
  env?: NodeJS.ProcessEnv;
}

/** Runs a program to its end, whatever its exit code. Rejects if the program cannot be started. */
export function run(command: string, args: readonly string[], { input, env }: Options = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: env ?? process.env });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    // The program may end before it has read all of its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('close', (code) => {
      resolve({ code: code ?? -1, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

/** Runs a program and returns its standard output. Throws an error with all of its output if the program fails. */
export async function mustRun(command: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} exited with code ${code}:\n${stderr}${stdout}`);
  return stdout;
}
