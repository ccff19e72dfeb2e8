import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { folderEgress } from './folder-egress.ts';
import type { Site } from './labels.ts';

const outputBytesMax = 256 * 1024 * 1024;

export interface CheckOut {
  gitDirectory: string;
  commit: string;
  /** Existing folder into which the files are written. */
  target: string;
}

/**
 * Writes the files of a commit into a folder. A mirror may lack some large files. Returns the paths of these files, which
 * are left out.
 */
export function checkOut({ gitDirectory, commit, target }: CheckOut): string[] {
  const index = `${target}.index`;
  const git = (args: string[], input = ''): string =>
    execFileSync('git', ['--git-dir', gitDirectory, '--work-tree', target, ...args], {
      env: { ...process.env, GIT_INDEX_FILE: index },
      input,
      encoding: 'utf8',
      maxBuffer: outputBytesMax,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  try {
    const missing = missingFiles(commit, git);
    git(['read-tree', commit]);
    git(['update-index', '--force-remove', '-z', '--stdin'], missing.map((path) => `${path}\0`).join(''));
    git(['checkout-index', '--all', '--force']);
    return missing;
  } finally {
    rmSync(index, { force: true });
  }
}

/** Returns the paths of the files of a commit whose content the repository lacks. */
function missingFiles(commit: string, git: (args: string[]) => string): string[] {
  const objects = git(['rev-list', '--objects', '--no-walk', '--missing=print', commit]).split('\n');
  const missing = new Set(objects.filter((line) => line.startsWith('?')).map((line) => line.slice(1)));
  const entries = missing.size === 0 ? [] : git(['ls-tree', '-r', '-z', commit]).split('\0');
  return entries.flatMap((entry) => {
    const [, id = '', path = ''] = /^\d+ blob (\w+)\t(.*)$/s.exec(entry) ?? [];
    return missing.has(id) ? [path] : [];
  });
}

/** Throws if the home page or the product page of a site is not in its folder. */
export async function requirePages({ folder, url, page, productPage }: Omit<Site, 'half'>): Promise<void> {
  const egress = folderEgress(folder, url);
  for (const path of [page ?? '', ...(productPage === undefined ? [] : [productPage])])
    await egress.fetch(new URL(path, url).href, { bytesMax: outputBytesMax, timeoutMs: 10_000, accept: '*/*' });
}
