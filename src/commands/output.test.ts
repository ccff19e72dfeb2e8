import { expect, test } from '@jest/globals';
import type { CommandContext } from './context.ts';
import { age, print, type Column, type OutputFormat } from './output.ts';

interface Fruit {
  name: string;
  count?: number;
}

const columns: Column<Fruit>[] = [
  ['name', ({ name }) => name],
  ['count', ({ count }) => count],
];

function printed(format: OutputFormat, rows: Fruit | readonly Fruit[]): string {
  let text = '';
  const out: Pick<CommandContext, 'out'> = { out: (more) => void (text += more) };
  print(out, format, rows, columns);
  return text;
}

test('a table has titles in capitals, aligned columns, no trailing blanks and "-" for a missing value', () => {
  const rows = [{ name: 'kiwi', count: 0 }, { name: 'pomegranate' }];
  expect(printed('table', rows)).toBe('NAME          COUNT\nkiwi          0\npomegranate   -\n');
});

test('a table without rows still has its titles', () => {
  expect(printed('table', [])).toBe('NAME   COUNT\n');
});

test('JSON and YAML print one object as an object and several as a list', () => {
  const kiwi = { name: 'kiwi', count: 2 };
  expect(JSON.parse(printed('json', kiwi))).toEqual(kiwi);
  expect(JSON.parse(printed('json', [kiwi]))).toEqual([kiwi]);
  expect(printed('yaml', kiwi)).toBe('name: kiwi\ncount: 2\n');
  expect(printed('yaml', [kiwi])).toBe('- name: kiwi\n  count: 2\n');
});

test.each([
  [-5, '0s'],
  [0.9, '0s'],
  [119, '119s'],
  [120, '2m'],
  [7_199, '119m'],
  [7_200, '2h'],
  [172_799, '47h'],
  [172_800, '2d'],
])('an age of %d seconds is shown as %s', (seconds, text) => {
  const now = new Date('2026-11-01T12:00:00Z');
  expect(age(new Date(now.getTime() - seconds * 1_000).toISOString(), now)).toBe(text);
});
