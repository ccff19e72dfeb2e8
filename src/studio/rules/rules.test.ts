import { describe, expect, test } from '@jest/globals';
import { subjectPhoto } from '../../../test/support/studio/subject-photo.ts';
import { blendOver, fill, type Canvas } from '../canvas/canvas.ts';
import { rgb } from '../color.ts';
import { WeightGrid } from '../photo/weight-grid.ts';
import type { OpenPicture } from '../photo/open.ts';
import type { Layer, Scene, TextBlock } from '../scene.ts';
import type { Box } from '../box.ts';
import { formatOf } from '../format.ts';
import type { DrawnText } from '../text/engine.ts';
import { measureText } from './measure-text.ts';
import { check } from './registry.ts';
import type { Proof } from './rule.ts';

const size = { width: 400, height: 400 };

const rgba = (color: string) => Buffer.from([...rgb(color), 255]);

/** Returns a text whose ink is one solid rectangle in the middle of its pixels. */
function drawn(box: Box, { color = '#111111', fontSize = 40, weight = 700, pad = 4 } = {}): DrawnText {
  const width = box.width + 2 * pad;
  const height = box.height + 2 * pad;
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = pad; y < height - pad; y++)
    pixels.fill(rgba(color), (y * width + pad) * 4, (y * width + width - pad) * 4);
  const block: TextBlock = {
    role: 'headline',
    lines: ['Words'],
    box,
    size: fontSize,
    leading: fontSize,
    style: { families: ['any'], weight, tracking: 0 },
    color,
    align: 'start',
    direction: 'ltr',
    side: 'left',
  };
  return { block, pixels, x: box.x - pad, y: box.y - pad, width, height };
}

interface Fault {
  ground?: string;
  layers?: Layer[];
  texts?: DrawnText[];
  missing?: string[];
  canvas?: { width: number; height: number };
}

function failuresOf({
  ground = '#ffffff',
  layers = [],
  texts = [drawn(place)],
  missing = [],
  canvas: of = size,
}: Fault) {
  const canvas: Canvas = { ...of, pixels: Buffer.alloc(of.width * of.height * 3) };
  fill(canvas, { x: 0, y: 0, ...of }, ground, 0);
  for (const layer of layers) {
    if (layer.kind === 'fill') fill(canvas, layer.box, layer.color, layer.radius);
    if (layer.kind === 'product') fill(canvas, layer.box, '#4060a0', 0);
  }
  const scene: Scene = { ...of, layout: 'test', layers, texts: texts.map(({ block }) => block), dropped: [] };
  const inked = texts.map((text) => ({ drawn: text, ...measureText(canvas, text), missing }));
  for (const text of texts) blendOver(canvas, text, text.x, text.y);
  const proof: Proof = { scene, format: formatOf(of), canvas, texts: inked };
  return check(proof)
    .filter(({ passed }) => !passed)
    .map((each) => each.check);
}

const place: Box = { x: 40, y: 40, width: 160, height: 30 };
const patch = (box: Box, color: string): Layer => ({ kind: 'fill', element: 'shape', box, color, radius: 0 });
const disc = (box: Box): Layer => ({
  kind: 'fill',
  element: 'shape',
  box,
  color: '#b02030',
  radius: box.width / 2,
});
const button = (box: Box): Layer => ({ kind: 'fill', element: 'button', box, color: '#cccccc', radius: 0 });
const cut = { pixels: Buffer.alloc(50 * 50 * 4, 255), width: 50, height: 50, scale: 1 };
const product = (box: Box): Layer => ({ kind: 'product', box, cutOut: cut, shadow: null });
const logo = (box: Box): Layer => ({ kind: 'logo', box, logo: cut });

/** Returns a photo over the whole canvas whose subject fills exactly a box, given in fractions of the canvas. */
function photo(thing: Box): Layer {
  const grid = { width: 100, height: 100 };
  const isThing = (x: number, y: number) =>
    x >= thing.x && x < thing.x + thing.width && y >= thing.y && y < thing.y + thing.height;
  const weights = Float32Array.from({ length: 10_000 }, (_, at) =>
    isThing((at % 100) / 100, Math.floor(at / 100) / 100) ? 1 : 0,
  );
  const whole = { x: 0, y: 0, ...size };
  const seen = new Float32Array(10_000);
  const picture: OpenPicture = {
    pixels: Buffer.alloc(0),
    channels: 3,
    ...size,
    scale: 1,
    role: 'lifestyle',
    alt: null,
    analysis: {
      ...grid,
      scaleX: 4,
      scaleY: 4,
      light: seen,
      busy: seen,
      kind: 'photo',
      lettering: [],
      subjects: [],
      subject: new WeightGrid(weights, grid),
      spans: false,
      subjectBox: null,
      isSubjectSure: false,
      focus: [0.5, 0.5],
    },
  };
  return { kind: 'photo', box: whole, picture, crop: whole, radius: 0 };
}

describe('check', () => {
  test('a good ad fails no check', () => {
    expect(failuresOf({ layers: [button({ x: 40, y: 200, width: 100, height: 40 })] })).toEqual([]);
  });

  test.each<[string, Fault, string]>([
    ['grey text on a grey ground', { ground: '#555555', texts: [drawn(place, { color: '#777777' })] }, 'text_contrast'],
    ['a dark patch under dark text', { layers: [patch({ ...place, width: 20 }, '#333333')] }, 'text_contrast'],
    [
      'large and light type with too little contrast',
      { ground: '#8c8c8c', texts: [drawn(place, { color: '#ffffff', weight: 400 })] },
      'text_contrast',
    ],
    ['type below 2.4 % of the canvas', { texts: [drawn(place, { fontSize: 8 })] }, 'text_size'],
    ['ink at the edge of the drawn text', { texts: [drawn(place, { pad: 0 })] }, 'text_clipped'],
    ['a character without a glyph', { missing: ['漢'] }, 'missing_glyphs'],
    ['two overlapping texts', { texts: [drawn(place), drawn({ ...place, y: 60 })] }, 'overlap'],
    ['text on the product', { layers: [product({ x: 150, y: 30, width: 60, height: 60 })] }, 'overlap'],
    ['text too close to the edge', { texts: [drawn({ ...place, x: 8 })] }, 'safe_area'],
    [
      'a button in the unsafe area of a phone',
      {
        canvas: { width: 360, height: 640 },
        texts: [drawn({ ...place, y: 200 })],
        layers: [button({ x: 40, y: 560, width: 100, height: 30 })],
      },
      'safe_area',
    ],
    [
      'a logo without contrast to its ground',
      { layers: [logo({ x: 40, y: 300, width: 60, height: 30 })] },
      'logo_parts',
    ],
    [
      'a product half outside the canvas',
      { texts: [], layers: [product({ x: 370, y: 200, width: 60, height: 60 })] },
      'product_cropped',
    ],
    ['a plain ground', { texts: [] }, 'empty'],
    ['one dot on a plain ground', { texts: [], layers: [disc({ x: 180, y: 180, width: 40, height: 40 })] }, 'empty'],
    ['a text of almost no ink', { texts: [drawn({ ...place, width: 8, height: 8 })] }, 'empty'],
    [
      'a headline across the subject of a photo',
      { layers: [photo({ x: 0.1, y: 0.05, width: 0.5, height: 0.15 })] },
      'subject_covered, text_on_subject',
    ],
    [
      'a short text on a large subject',
      {
        layers: [photo({ x: 0.1, y: 0.05, width: 0.8, height: 0.9 })],
        texts: [drawn({ ...place, width: 60, height: 16 })],
      },
      'text_on_subject',
    ],
    [
      'a long headline across a narrow subject',
      { layers: [photo({ x: 0.3, y: 0, width: 0.04, height: 0.3 })] },
      'subject_covered',
    ],
    [
      'an enlarged product',
      { texts: [], layers: [product({ x: 100, y: 200, width: 100, height: 100 })] },
      'enlargement',
    ],
  ])('only the expected check fails for %s', (_, fault, want) => {
    expect(failuresOf(fault)).toEqual(want.split(', '));
  });

  test('a text in an empty part of the box of a product fails no check', () => {
    const empty = { ...cut, pixels: Buffer.alloc(50 * 50 * 4) };
    const layer: Layer = {
      kind: 'product',
      box: { x: 150, y: 30, width: 60, height: 60 },
      cutOut: empty,
      shadow: null,
    };
    expect(failuresOf({ layers: [layer] })).toEqual([]);
  });

  test('a crop that cuts the subject of a photo fails its check, and a close-up of a product passes', () => {
    const crop = { x: 0, y: 0, width: 450, height: 600 };
    const cropped = (role: 'lifestyle' | 'product', subject: Box): Layer => ({
      ...{ kind: 'photo', box: { x: 0, y: 0, width: 400, height: 400 }, crop, radius: 0 },
      picture: subjectPhoto({ subject, role }),
    });
    const apart = { x: 0.4, y: 0.3, width: 0.2, height: 0.6 };
    expect(failuresOf({ texts: [], layers: [cropped('lifestyle', apart)] })).toEqual(['subject_cropped']);
    const large = { x: 0.02, y: 0.02, width: 0.9, height: 0.96 };
    expect(failuresOf({ texts: [], layers: [cropped('product', large)] })).toEqual([]);
  });

  test('a headline next to the subject of a photo fails no check', () => {
    expect(failuresOf({ layers: [photo({ x: 0.6, y: 0.05, width: 0.3, height: 0.9 })] })).toEqual([]);
  });

  test('a text next to the logo fails the check of its clear space', () => {
    const sign = { x: 40, y: 300, width: 60, height: 30 };
    const layers = [logo(sign), patch({ ...sign, width: 30 }, '#000000')];
    expect(failuresOf({ texts: [drawn({ ...place, y: 262 })], layers })).toEqual(['logo_clear_space']);
  });

  test('large and bold type passes with a contrast of 3:1', () => {
    expect(failuresOf({ ground: '#8c8c8c', texts: [drawn(place, { color: '#ffffff', weight: 700 })] })).toEqual([]);
  });
});
