import { spawn } from 'node:child_process';

/** Opens a file with the program that the desktop has for its type. Returns false if there is no desktop. */
export async function openFile(file: string): Promise<boolean> {
  for (const program of ['xdg-open', 'open']) if (await starts(program, file)) return true;
  return false;
}

function starts(program: string, file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, [file], { detached: true, stdio: 'ignore' });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
    child.once('error', () => {
      resolve(false);
    });
  });
}
