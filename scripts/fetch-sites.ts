/**
 * Checks the real websites of `make eval-brands` out into a folder: `node scripts/fetch-sites.ts FOLDER [MIRRORS]`.
 * MIRRORS is a folder with git directories named `owner+name` or `owner/name`; without it, git fetches each listed
 * commit from github.com. The folder must stay out of this repository, because the sites belong to others.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkOut, requirePages } from './eval-brands/check-out.ts';
import { realSites, type RealSite } from './eval-brands/labels.ts';

const [folder, mirrors] = process.argv.slice(2);

function git(args: string[]): void {
  execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function mirrorOf(repository: string, within: string): string {
  const names = [repository, repository.replace('/', '+')];
  const places = names.flatMap((name) => ['repo/.git', 'repo', '.git', ''].map((end) => join(within, name, end)));
  const found = [...places, ...names.map((name) => join(within, `${name}.git`))].find((place) =>
    existsSync(join(place, 'HEAD')),
  );
  if (found === undefined) throw new Error(`no mirror of ${repository} in ${within}`);
  return found;
}

/** Checks a site out. Returns the paths of the files that the mirror lacks. */
async function fetchSite({ repository, commit, ...site }: RealSite, into: string): Promise<string[]> {
  const target = join(into, site.id);
  if (existsSync(target)) return [];
  mkdirSync(target, { recursive: true });
  const gitDirectory = mirrors === undefined ? `${target}.git` : mirrorOf(repository, mirrors);
  if (mirrors === undefined) {
    git(['init', '--quiet', '--bare', gitDirectory]);
    git(['--git-dir', gitDirectory, 'fetch', '--quiet', '--depth', '1', `https://github.com/${repository}`, commit]);
  }
  const missing = checkOut({ gitDirectory, commit, target });
  if (mirrors === undefined) rmSync(gitDirectory, { recursive: true });
  await requirePages({ ...site, folder: join(target, site.root ?? '') });
  return missing;
}

async function fetchAll(into: string): Promise<void> {
  for (const site of realSites()) {
    try {
      const missing = await fetchSite(site, into);
      console.log(
        `${site.id}: ready${missing.length === 0 ? '' : `, without files that the mirror lacks: ${missing.join(', ')}`}`,
      );
    } catch (error) {
      rmSync(join(into, site.id), { recursive: true, force: true });
      console.error(`${site.id}: failed to check out ${site.repository}; continuing without it:`, error);
      process.exitCode = 1;
    }
  }
}

if (folder === undefined) {
  console.error('Usage: node scripts/fetch-sites.ts FOLDER [MIRRORS]');
  process.exitCode = 2;
} else {
  await fetchAll(folder);
}
