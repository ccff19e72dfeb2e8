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
      square({ fill: 'url("#a b<c")', stroke: '#00ff00' }),
      square({ fill: 'url("#sky")' }),
      node(0, 'lineargradient', { id: 'sky', gradientUnits: 'userSpaceOnUse', x2: '9', fill: 'red' }),
      node(1, 'stop', { offset: '50%', 'stop-color': 'rgb(0, 0, 255)' }),
    ],
    '<defs><linearGradient id="i0" gradientUnits="userSpaceOnUse" x2="9"><stop offset="50%" stop-color="#0000ff"/></linearGradient></defs>' +
      '<path d="M0 0h9v9z" fill="none" stroke="#00ff00"/><path d="M0 0h9v9z" fill="url(#i0)"/>',
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
        fill: 'url(https://evil.example/a.svg#b)',
        stroke: '#00ff00',
        'clip-path': 'url("javascript:alert(1)")',
        'stroke-width': '1"',
      }),
    ],
    '<path d="M0 0h9v9z" fill="none" stroke="#00ff00"/>',
  ],
  [
    'an opacity of 1 inside of another',
    [root(), node(1, 'g', { 'fill-opacity': '0.2' }), { ...square({ 'fill-opacity': '1' }), depth: 2 }],
    '<g fill-opacity="0.2"><path d="M0 0h9v9z" fill-opacity="1"/></g>',
  ],
  [
    'the product of the opacities of a colour and of its fill',
    [root(), square({ fill: 'rgba(255, 0, 0, 0.5)', 'fill-opacity': '0.5' })],
    '<path d="M0 0h9v9z" fill="#ff0000" fill-opacity="0.25"/>',
  ],
  [
    'an opaque colour inside of a transparent one',
    [root(), node(1, 'g', { fill: 'rgba(255, 0, 0, 0.5)' }), { ...square({ fill: 'blue' }), depth: 2 }],
    '<g fill="#ff0000" fill-opacity="0.5"><path d="M0 0h9v9z" fill="#0000ff" fill-opacity="1"/></g>',
  ],
  [
    'the product of the opacities of a stop',
    [
      root(),
      square({ fill: 'url(#a)' }),
      node(0, 'radialgradient', { id: 'a' }),
      node(1, 'stop', { 'stop-color': 'rgba(255, 0, 0, 0.5)', 'stop-opacity': '0.5' }),
    ],
    '<defs><radialGradient id="i0"><stop stop-color="#ff0000" stop-opacity="0.25"/></radialGradient></defs><path d="M0 0h9v9z" fill="url(#i0)"/>',
  ],
  [
    'no digits without a hash as a colour',
    [root({ fill: 'red' }), square({ fill: 'fff' }), square({ stroke: '400' })],
    ' fill="#ff0000"><path d="M0 0h9v9z"/><path d="M0 0h9v9z"/>',
  ],
  [
    'the content of a mask in its own colours',
    [root({ fill: 'red' }), square({ mask: 'url(#m)' }), node(0, 'mask', { id: 'm' }), square()],
    ' fill="#ff0000"><defs><mask id="i0" fill="#000000"><path d="M0 0h9v9z"/></mask></defs><path d="M0 0h9v9z" mask="url(#i0)"/>',
  ],
  [
    'no shapes of which nothing can be seen',
    [
      root(),
      square({ fill: 'rgba(0, 0, 0, 0)' }),
      square({ 'fill-opacity': '0' }),
      node(1, 'g', { opacity: '0' }),
      { ...square(), depth: 2 },
      square(),
    ],
    '<path d="M0 0h9v9z"/>',
  ],
  [
    'lengths without their unit, and transforms',
    [
      root(),
      node(1, 'rect', { width: '12.345678901234567px', height: 'auto', transform: 'rotate (45, 1,1) , scale(2)' }),
    ],
    '<rect width="12.345678901234567" transform="rotate (45, 1,1) , scale(2)"/>',
  ],
])('buildSvg writes %s', (_, nodes, want) => {
  expect(inside(...nodes)).toBe(want);
});

const mask = (id: string): SvgNode => node(0, 'mask', { id });
const masked = (count: number): SvgNode[] => Array.from({ length: count }, () => square({ mask: 'url(#m)' }));
const long = `scale(1${' '.repeat(2_000)})`;

test.each<[string, SvgNode[]]>([
  ['text', [root(), square(), node(1, 'text')]],
  ['a picture', [root(), square(), node(1, 'image', { href: 'data:image/png;base64,AAAA' })]],
  ['a foreign object', [root(), square(), node(1, 'foreignobject')]],
  ['a script', [root(), square(), node(1, 'script')]],
  ['a reference that was not resolved', [root(), square(), node(1, 'use')]],
  ['an element with an invented name', [root(), square(), node(1, 'x><script')]],
  ['a pattern as its paint', [root(), square({ fill: 'url("#p")' }), node(0, 'pattern', { id: 'p' })]],
  ['a switch', [root(), node(1, 'switch'), { ...square(), depth: 2 }]],
  ['a length of the page', [root(), node(1, 'rect', { width: '1em', height: '9' })]],
  ['a transform of a stylesheet', [root(), square({ transform: 'rotate(45deg)' })]],
  ['a transform that is a script', [root(), square({ transform: 'expression(alert(1))' })]],
  ['markup in a path', [root(), square({ d: 'M0 0"/><script>alert(1)</script>' })]],
  ['a transform of many signs', [root(), square({ transform: `scale(1${','.repeat(2_000)}1)` })]],
  ['a gradient with a long transform', [root(), square(), node(0, 'lineargradient', { gradientTransform: long })]],
  [
    'a mask in a mask',
    [root(), square({ mask: 'url(#a)' }), mask('a'), square({ mask: 'url(#b)' }), mask('b'), square()],
  ],
  [
    'a large mask that many shapes use',
    [root(), ...masked(100), mask('m'), ...Array.from({ length: 100 }, () => square())],
  ],
  ['a clip path on a mask', [root(), square(), node(0, 'mask', { id: 'a', 'clip-path': 'url(#b)' }), square()]],
  ['a clip path on the svg element', [root({ 'clip-path': 'url(#c)' }), square(), node(0, 'clippath', { id: 'c' })]],
  ['a mask on the svg element', [root({ mask: 'url("#m")' }), square(), mask('m'), square()]],
  ['a pattern as its mask', [root(), square({ mask: 'url(#p)' }), node(0, 'pattern', { id: 'p' })]],
  ['transparent shapes only', [root(), square({ fill: 'rgba(0, 0, 0, 0)' }), square({ fill: 'url(#missing)' })]],
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
  ['its size if its view box is not of numbers', root({ viewBox: 'a b c d', width: '9', height: '8' }), [0, 0, 9, 8]],
  ['its painted size if its view box has no numbers', root({ viewBox: '' }), [0, 0, 300, 60]],
  ['its painted size if its view box ends with a comma', root({ viewBox: '0 0 10 10,' }), [0, 0, 300, 60]],
])('an svg element shows %s', (_, svg, want) => {
  expect(viewBoxOf(svg, { width: 300, height: 60 })).toEqual(want);
});

test('a drawing that is too large for a response is not returned', () => {
  const path = (count: number): SvgNode => square({ d: `M0 0${'h1v1'.repeat(count)}z` });
  expect(drawingUrl([root(), path(4_000)], viewBox)?.length).toBeGreaterThan(20_000);
  expect(drawingUrl([root(), path(5_000)], viewBox)).toBeUndefined();
});
