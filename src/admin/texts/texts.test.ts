import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { texts } from './texts.ts';

const admin = join(import.meta.dirname, '..');
const files = readdirSync(admin, { recursive: true, encoding: 'utf8' });
const sources = files
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('texts'))
  .map((file) => readFileSync(join(admin, file), 'utf8'))
  .filter((source) => source.includes('texts/texts.ts') || source.includes('/texts.ts'));
const source = sources.join('\n').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

/** Returns the paths of all texts below an object. */
function pathsOf(value: unknown, path: readonly string[]): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[...path]];
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]));
}

/** Reports whether a name is read: as a property, or by taking an object apart. */
function isRead(name: string): boolean {
  return new RegExp(String.raw`\.${name}\b|\['${name}'\]|\{[^{}]*\b${name}\b[^{}]*\}( =|: )`).test(source);
}

/** Reports whether an object is used as a whole, or one of its texts is chosen by a variable. */
function isWhole(name: string): boolean {
  return new RegExp(String.raw`\b${name}\[(?!')|\.\.\.[\w.]*\b${name}\b(?![.(])|[(:=] ?[\w.]*\b${name}[,);]`).test(
    source,
  );
}

test('every text is used', () => {
  const unused = pathsOf(texts, []).filter((path) => !path.slice(-1).every(isRead) && !path.slice(1, -1).some(isWhole));
  expect(unused.map((path) => path.join('.'))).toEqual([]);
});
