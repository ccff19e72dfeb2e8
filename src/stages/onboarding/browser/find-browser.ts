import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * Names of Chromium and Chrome programs that can run without a window, the preferred program first. The full browsers
 * come last, because they need more memory and start more slowly.
 */
export const browserNames = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'headless_shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
] as const;

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile(); // A folder may be entered, so it has the same permission as a program.
  } catch {
    return false;
  }
}

async function inFolders(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((each) => isAbsolute(each))) {
    const program = join(folder, name);
    if (await isProgram(program)) return program;
  }
  return undefined;
}

/**
 * Returns the absolute path of a Chromium program, or undefined if none is installed. `wanted` is an absolute path or a
 * program name; if it is empty, all `browserNames` are tried. Names are looked for in the folders of `path`, which has
 * the format of `PATH`.
 */
export async function findBrowser(wanted: string, path: string): Promise<string | undefined> {
  if (isAbsolute(wanted)) return (await isProgram(wanted)) ? wanted : undefined;
  for (const name of wanted === '' ? browserNames : [wanted]) {
    const found = await inFolders(name, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
