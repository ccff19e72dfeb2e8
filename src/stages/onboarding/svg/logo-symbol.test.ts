import { expect, test } from '@jest/globals';
import type { SvgBox, SvgNode } from './svg-node.ts';
import { symbolOf } from './logo-symbol.ts';

const painted = { width: 200, height: 50 };
const at = (x: number, y: number, width: number, height: number): SvgBox => ({ x, y, width, height });
const drawing = (shape: SvgBox | undefined, words: SvgBox, root: Record<string, string> = {}): SvgNode[] => [
  { tag: 'svg', depth: 0, attributes: root },
  { tag: 'path', depth: 1, attributes: {}, ...(shape && { box: shape }) },
  { tag: 'text', depth: 1, attributes: {}, box: words },
];

test.each<[string, SvgBox, SvgBox, { width: number; height: number }]>([
  ['of its own shape', at(0, 0, 50, 50), at(60, 10, 140, 30), { width: 200, height: 50 }],
  ['that is higher', at(0, 10, 50, 50), at(60, 20, 140, 30), { width: 200, height: 70 }],
  ['that is wider', at(30, 0, 50, 50), at(90, 10, 140, 30), { width: 260, height: 50 }],
])('a symbol next to words in a box %s is returned in the coordinates of the logo', (_, shape, words, size) => {
  const symbol = symbolOf(drawing(shape, words), [0, 0, 400, 100], size);
  expect(symbol?.nodes.map(({ tag }) => tag)).toEqual(['svg', 'path']);
  expect(symbol?.viewBox).toEqual([-4, -4, 108, 108]);
});

test.each<[string, SvgNode[]]>([
  ['lies below the words', drawing(at(0, 0, 60, 50), at(10, 10, 40, 20))],
  ['is a line below the words', drawing(at(0, 45, 200, 5), at(0, 0, 200, 40))],
  ['is an accent of the words', drawing(at(0, 0, 14, 14), at(20, 0, 180, 50))],
  ['is tiny', drawing(at(0, 0, 8, 8), at(20, 0, 80, 9))],
  ['has an unknown box', drawing(undefined, at(60, 0, 80, 9))],
  ['is placed in another way', drawing(at(0, 0, 50, 50), at(60, 0, 80, 9), { preserveAspectRatio: 'none' })],
])('no symbol is returned if the shape %s', (_, nodes) => {
  expect(symbolOf(nodes, [0, 0, 200, 50], painted)).toBeUndefined();
});
