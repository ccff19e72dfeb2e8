import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildSvg, drawingUrl, viewBoxOf, type ViewBox } from './build-svg.ts';
import { drawingLimits, geometry, inheritedPaint, type SvgNode } from './svg-node.ts';

const viewBox: ViewBox = [0, 0, 100, 50];
const opening = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="512" height="256"';

const node = (depth: number, tag: string, attributes: Record<string, string> = {}): SvgNode => ({
  tag,
  depth,
  attributes,
});
const root = (attributes: Record<string, string> = {}): SvgNode => node(0, 'svg', attributes);
const square = (attributes: Record<string, string> = {}): SvgNode => node(1, 'path', { d: 'M0 0h9v9z', ...attributes });
const inside = (...nodes: SvgNode[]): string | undefined =>
  buildSvg(nodes, viewBox)
    ?.replace(opening, '')
    .replace(/<\/svg>$/, '')
    .replace(/^>/, '');

test.each<[string, SvgNode[], string]>([
  [
    'colours in hexadecimal digits',
    [root(), square({ fill: 'rgb(179, 32, 42)' })],
    '<path d="M0 0h9v9z" fill="#b3202a"/>',
  ],
  [
    'a transparent colour as colour and opacity',
    [root(), square({ fill: 'rgba(255, 0, 0, 0.5)' })],
    '<path d="M0 0h9v9z" fill="#ff0000" fill-opacity="0.5"/>',
  ],
  [
    'currentColor as the nearest colour',
    [root({ color: 'red' }), node(1, 'g', { color: '#00ff00' }), { ...square({ fill: 'currentColor' }), depth: 2 }],
    '<g><path d="M0 0h9v9z" fill="#00ff00"/></g>',
  ],
  [
    'currentColor of the svg element as its own colour',
    [root({ color: 'red', fill: 'currentColor' }), square()],
    ' fill="#ff0000"><path d="M0 0h9v9z"/>',
  ],
  [
    'the paint of the svg element',
    [root({ fill: 'blue', opacity: '0' }), square()],
    ' fill="#0000ff"><path d="M0 0h9v9z"/>',
  ],
  [
    'gradients of the page with a new id, and others as no paint',
    [
      root(),
      square({ fill: 'url("#a b<c")' }),
      square({ fill: 'url("#sky")' }),
      node(0, 'lineargradient', { id: 'sky', gradientUnits: 'userSpaceOnUse', x2: '9', fill: 'red' }),
      node(1, 'stop', { offset: '50%', 'stop-color': 'rgb(0, 0, 255)' }),
    ],
    '<defs><linearGradient id="i0" gradientUnits="userSpaceOnUse" x2="9"><stop offset="50%" stop-color="#0000ff"/></linearGradient></defs>' +
      '<path d="M0 0h9v9z" fill="none"/><path d="M0 0h9v9z" fill="url(#i0)"/>',
  ],
  [
    'a symbol as an svg element',
    [
      root(),
      node(1, 'g', { transform: ' translate(1 2)' }),
      node(2, 'symbol', { viewBox: '0 0 9 9', width: '9' }),
      { ...square(), depth: 3 },
    ],
    '<g transform="translate(1 2)"><svg viewBox="0 0 9 9" width="9"><path d="M0 0h9v9z"/></svg></g>',
  ],
  [
    'the outline of a clip path without paint',
    [root(), square({ 'clip-path': 'url("#c")' }), node(0, 'clippath', { id: 'c' }), square({ fill: 'none' })],
    '<defs><clipPath id="i0"><path d="M0 0h9v9z" fill="none"/></clipPath></defs><path d="M0 0h9v9z" clip-path="url(#i0)"/>',
  ],
  ['shapes without paint not at all', [root(), square({ fill: 'none' }), square()], '<path d="M0 0h9v9z"/>'],
  [
    'no attribute with another meaning',
    [
      root(),
      square({
        onclick: 'alert(1)',
        href: 'https://evil.example/',
        style: 'fill:url(https://evil.example/)',
        class: 'x',
      }),
    ],
    '<path d="M0 0h9v9z"/>',
  ],
  [
    'no value with another meaning',
    [
      root(),
      square({
        d: 'M0 0"/><script>alert(1)</script>',
        fill: 'url(https://evil.example/a.svg#b)',
        stroke: '#00ff00',
        transform: 'expression(alert(1))',
        'clip-path': 'url("javascript:alert(1)")',
        'stroke-width': '1"',
      }),
    ],
    '<path fill="none" stroke="#00ff00"/>',
  ],
])('buildSvg writes %s', (_, nodes, want) => {
  expect(inside(...nodes)).toBe(want);
});

test.each<[string, SvgNode[]]>([
  ['text', [root(), square(), node(1, 'text')]],
  ['a picture', [root(), square(), node(1, 'image', { href: 'data:image/png;base64,AAAA' })]],
  ['a foreign object', [root(), square(), node(1, 'foreignobject')]],
  ['a script', [root(), square(), node(1, 'script')]],
  ['a reference that was not resolved', [root(), square(), node(1, 'use')]],
  ['an element with an invented name', [root(), square(), node(1, 'x><script')]],
  ['a pattern as its paint', [root(), square({ fill: 'url("#p")' }), node(0, 'pattern', { id: 'p' })]],
  ['nothing', [root()]],
  ['nothing but definitions', [root(), node(0, 'mask', { id: 'm' }), square()]],
  ['nothing that is painted', [root({ fill: 'none' }), square()]],
  ['no svg element', [square()]],
  ['an element without a parent', [root(), { ...square(), depth: 3 }]],
  ['too many elements', [root(), ...Array.from({ length: drawingLimits.nodesMax }, () => square())]],
])('buildSvg returns nothing for a drawing with %s', (_, nodes) => {
  expect(buildSvg(nodes, viewBox)).toBeUndefined();
});

test('definitions that refer to each other in a circle are written once', () => {
  const gradient = (id: string, href: string): SvgNode => node(0, 'lineargradient', { id, href });
  expect(inside(root(), square({ fill: 'url("#a")' }), gradient('a', '#b'), gradient('b', '#a'))).toBe(
    '<defs><linearGradient id="i0" href="#i1"/><linearGradient id="i1" href="#i0"/></defs><path d="M0 0h9v9z" fill="url(#i0)"/>',
  );
});

test('no text of a page leads to markup, script or an address', () => {
  const names = fc.constantFrom(
    ...geometry,
    ...inheritedPaint,
    'id',
    'href',
    'mask',
    'clip-path',
    'stop-color',
    'style',
  );
  const hostile = fc.constantFrom(
    '"',
    '<',
    '>',
    '&',
    "'",
    'url(#a)',
    'url(',
    'http://a.example',
    '1',
    ' ',
    'red',
    ')',
    '\\',
  );
  const value = fc
    .array(fc.oneof(hostile, fc.string({ maxLength: 4 })), { maxLength: 6 })
    .map((parts) => parts.join(''));
  const attributes = fc.dictionary(names, value, { maxKeys: 8 });
  fc.assert(
    fc.property(attributes, attributes, (one, other) => {
      const svg = buildSvg([root(one), square(), square(other), node(0, 'mask', { ...one, id: 'a' })], viewBox) ?? '';
      const values = [...svg.matchAll(/="([^"]*)"/g)].map(([, text = '']) => text);
      expect(values.slice(1).filter((text) => !/^[\w\s.,#()%+-]*$/.test(text))).toEqual([]);
      expect(svg.replace(/="[^"]*"/g, '')).toMatch(/^(?:<\/?(?:svg|defs|mask|path)(?: [\w-]+)*\/?>)*$/);
      expect(svg.replace(/url\(#i\d+\)|^<svg xmlns="[^"]*"/g, '')).not.toMatch(/url|http|script/);
    }),
  );
});

test.each<[string, SvgNode, ViewBox | undefined]>([
  ['its view box', root({ viewBox: '0,0 24 12', width: '9' }), [0, 0, 24, 12]],
  ['its size without a view box', root({ width: '120px', height: '40' }), [0, 0, 120, 40]],
  ['its painted size without both', root({ width: '100%' }), [0, 0, 300, 60]],
  ['nothing if its view box is empty', root({ viewBox: '0 0 0 9' }), undefined],
  ['nothing if its view box is endless', root({ viewBox: '0 0 1e300 9' }), undefined],
  ['nothing if its view box is not of numbers', root({ viewBox: 'a b c d' }), undefined],
])('an svg element shows %s', (_, svg, want) => {
  expect(viewBoxOf(svg, { width: 300, height: 60 })).toEqual(want);
});

test('a drawing that is too large for a response is not returned', () => {
  const path = (count: number): SvgNode => square({ d: `M0 0${'h1v1'.repeat(count)}z` });
  expect(drawingUrl([root(), path(4_000)], viewBox)?.length).toBeGreaterThan(20_000);
  expect(drawingUrl([root(), path(5_000)], viewBox)).toBeUndefined();
});
