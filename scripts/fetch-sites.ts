/**
 * Checks the real websites of `make eval-brands` out into a folder: `node scripts/fetch-sites.ts FOLDER [MIRRORS]`.
 * MIRRORS is a folder with git directories named `owner+name` or `owner/name`; without it, git fetches each listed
 * commit from github.com. The folder must stay out of this repository, because the sites belong to others.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

function checkOut(gitDirectory: string, commit: string, target: string): void {
  const index = `${target}.index`;
  try {
    execFileSync('git', ['--git-dir', gitDirectory, '--work-tree', target, 'read-tree', commit], {
      env: { ...process.env, GIT_INDEX_FILE: index },
    });
    execFileSync('git', ['--git-dir', gitDirectory, '--work-tree', target, 'checkout-index', '--all', '--force'], {
      env: { ...process.env, GIT_INDEX_FILE: index },
    });
  } finally {
    rmSync(index, { force: true });
  }
}

function fetchSite({ id, repository, commit }: RealSite, into: string): void {
  const target = join(into, id);
  if (existsSync(target)) return;
  mkdirSync(target, { recursive: true });
  if (mirrors !== undefined) {
    checkOut(mirrorOf(repository, mirrors), commit, target);
    return;
  }
  const gitDirectory = `${target}.git`;
  git(['init', '--quiet', '--bare', gitDirectory]);
  git(['--git-dir', gitDirectory, 'fetch', '--quiet', '--depth', '1', `https://github.com/${repository}`, commit]);
  checkOut(gitDirectory, commit, target);
  rmSync(gitDirectory, { recursive: true });
}

function fetchAll(into: string): void {
  for (const site of realSites()) {
    try {
      fetchSite(site, into);
      console.log(`${site.id}: ready`);
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
  fetchAll(folder);
}
