import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

test('every path that docs/where.md names exists', () => {
  const page = new URL('../../docs/where.md', import.meta.url);
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((path) => !existsSync(new URL(path, page)))).toEqual([]);
});
