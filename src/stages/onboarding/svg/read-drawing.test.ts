import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { readDrawing } from './read-drawing.ts';
import { drawingLimits } from './svg-node.ts';

const path = '<path d="M0 0h9v9z"/>';

function tagsOf(inside: string): string[] {
  const page = pageOf(`<svg>${inside}</svg>`);
  const [svg] = page.$('svg').toArray();
  return svg === undefined ? [] : readDrawing(page, svg).map(({ tag }) => tag);
}

const nested = (depth: number): string => `${'<g>'.repeat(depth)}${path}${'</g>'.repeat(depth)}`;
const silent = (count: number): string => '<desc></desc>'.repeat(count);
const hidden = '<g display="none"></g>';
const longPath = (characters: number): string => `<path d="${'h'.repeat(characters)}"/>`;

test.each<[string, string, string]>([
  ['elements', path.repeat(drawingLimits.nodesMax - 1), path.repeat(drawingLimits.nodesMax)],
  ['elements that show nothing', `${path}${silent(2_990)}${path}`, `${path}${silent(3_000)}${path}`],
  ['hidden elements', `${hidden.repeat(2_990)}${path}`, `${hidden.repeat(3_000)}${path}`],
  ['levels', nested(drawingLimits.depthMax - 1), nested(drawingLimits.depthMax)],
  ['characters', longPath(drawingLimits.charactersMax - 10), longPath(drawingLimits.charactersMax + 1)],
])('an SVG with too many %s is not read', (_, most, more) => {
  expect(tagsOf(most).at(-1)).toBe('path');
  expect(tagsOf(more)).toEqual([]);
});

test('references inside references are followed up to the limit', () => {
  const links = Array.from({ length: 5 }, (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/></g>`);
  const used = (last: number): string[] =>
    tagsOf(`<use href="#u${last}"/><defs><g id="u0">${path}</g>${links.join('')}</defs>`);
  expect(used(drawingLimits.usesMax - 1).at(-1)).toBe('path');
  expect(used(drawingLimits.usesMax).at(-1)).toBe('use');
});
