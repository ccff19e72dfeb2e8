import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Programs that can read pages without a window, best first. The full browsers need more memory and start slower. */
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
    return true;
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
 * Returns the absolute path of a Chromium, or undefined if there is none. `wanted` is a path or a name, or empty for the
 * first known name that is found in the folders of `path`.
 */
export async function findBrowser(wanted: string, path: string): Promise<string | undefined> {
  if (isAbsolute(wanted)) return (await isProgram(wanted)) ? wanted : undefined;
  for (const name of wanted === '' ? browserNames : [wanted]) {
    const found = await inFolders(name, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
