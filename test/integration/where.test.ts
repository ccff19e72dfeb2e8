import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
// Decision records, the gallery's log and the changelog describe the tree of their time.
const pages = globSync(['README.md', 'docs/*.md', 'docs/{guide,runbooks,reference}/**/*.md', 'charts/*/README.md'], {
  cwd: root,
}).filter((page) => page !== 'docs/gallery.md');

/** Returns the links of a page to files, as paths from the root of the repository. */
function linksOf(page: string): string[] {
  const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)];
  const local = links.map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
  return local.map((link) => join(dirname(page), link));
}

/** Returns the source files that a page names as code, outside of links; `*` stands for any part of a name. */
function filesIn(page: string): string[] {
  const spans = [
    ...readFileSync(join(root, page), 'utf8').matchAll(/(?<!\[)`([\w@.*-]+(?:\/[\w@.*-]+)*\.(?:ts|tpl|sh|lua|c))`/g),
  ];
  return spans.map(([, file = '']) => file);
}

test('docs/where.md links a place for every change', () => {
  expect(linksOf('docs/where.md').length).toBeGreaterThan(30);
  const [, ...entries] = readFileSync(join(root, 'docs/where.md'), 'utf8').split(/^- (?=\*\*)/m);
  expect(entries.length).toBeGreaterThan(30);
  expect(entries.filter((entry) => !entry.includes(']('))).toEqual([]);
});

test.each(pages)('every file that %s names or links exists', (page) => {
  const missing = [
    ...linksOf(page).filter((path) => !existsSync(join(root, path))),
    ...filesIn(page).filter((pattern) => globSync(pattern, { cwd: root }).length === 0),
  ];
  expect(missing).toEqual([]);
});
