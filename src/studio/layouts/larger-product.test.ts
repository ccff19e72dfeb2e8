import { describe, expect, test } from '@jest/globals';
import { briefOf, samplePicture } from '../../../scripts/gallery/briefs.ts';
import { sage } from '../../../scripts/gallery/palettes.ts';
import { inputFor } from '../attempts.ts';
import { type Box, overlap } from '../box.ts';
import type { LayoutInput } from '../composition.ts';
import { noCopy } from '../copy/drawn-copy.ts';
import { formatOf } from '../format.ts';
import { gatherMaterials } from '../materials.ts';
import type { CutOut } from '../photo/cut-out.ts';
import { occupied } from '../photo/occupied.ts';
import type { LayerOf, Scene, TextBlock } from '../scene.ts';
import { textEngine, typesetterFor } from '../studio.ts';
import { emptyScene, flat } from './layout.ts';
import { withLargerProduct } from './larger-product.ts';

const size = { width: 500, height: 500 };
const format = formatOf(size);
const brief = briefOf({ name: 'Kiln & Co', tone: 'natural', ...sage, pictures: [samplePicture('bottle')] });

/** A triangle whose upper left half is empty. */
const side = 200;
const pixels = Buffer.alloc(side * side * 4);
for (let y = 0; y < side; y++) for (let x = side - 1 - y; x < side; x++) pixels[(y * side + x) * 4 + 3] = 255;
const cutOut: CutOut = { pixels, width: side, height: side, scale: 4 };

const inputOf = async (): Promise<LayoutInput> => {
  const [materials, engine] = await Promise.all([gatherMaterials(brief, size), textEngine()]);
  const type = await typesetterFor({ ...brief, copy: { ...noCopy, headline: 'New' } }, format, engine);
  return inputFor(brief, format, { materials, type });
};

const at: Box = { x: 300, y: 300, width: 150, height: 150 };

async function drawn({ texts = [], own }: { texts?: Box[]; own?: string }): Promise<Box> {
  const input = await inputOf();
  const set = input.type.set('headline', { face: 'display', size: 40, width: 400, linesMax: 1 });
  const blocks = texts.map((box) => ({ ...set, box, color: '#000000', align: 'start' })) as TextBlock[];
  const product: LayerOf<'product'> = {
    ...{ kind: 'product', box: at, shadow: null },
    cutOut: own === undefined ? cutOut : { ...cutOut, ownGround: own },
  };
  const scene: Scene = { ...emptyScene('test', format, flat(format, '#ffffff'), product), texts: blocks };
  const layout = withLargerProduct({ name: 'test', suits: () => 1, draw: () => scene });
  const found = layout.draw(input)?.layers.find((layer) => layer.kind === 'product');
  if (found === undefined) throw new Error('The product is missing.');
  return found.box;
}

describe('a product', () => {
  test('is enlarged on its level, and keeps away from the edges', async () => {
    const box = await drawn({});
    expect(box.width).toBeGreaterThan(1.5 * at.width);
    expect(box.y + box.height).toBeCloseTo(at.y + at.height, 0);
    expect([box.x, box.y, 500 - box.x - box.width].every((gap) => gap >= 25)).toBe(true);
  });

  test('may have a text in an empty corner of its box, but none on its outline', async () => {
    const text = { x: 30, y: 200, width: 200, height: 60 };
    const box = await drawn({ texts: [text] });
    expect(box.width).toBeGreaterThan(1.3 * at.width);
    expect(overlap(box, text)).toBeGreaterThan(0);
    expect(occupied(cutOut, box, text)).toBe(0);
  });

  test('stays as it is if texts surround it', async () => {
    const left = { x: 230, y: 300, width: 60, height: 150 };
    const above = { x: 290, y: 220, width: 180, height: 70 };
    const below = { x: 290, y: 456, width: 180, height: 30 };
    expect(await drawn({ texts: [left, above, below] })).toEqual(at);
  });

  test('stays out of the gap between two texts on one line', async () => {
    const [action, name] = [
      { x: 30, y: 200, width: 100, height: 30 },
      { x: 489, y: 200, width: 10, height: 30 },
    ];
    const box = await drawn({ texts: [action, name] });
    expect(box.width).toBeGreaterThan(1.2 * at.width);
    expect(occupied(cutOut, box, { ...action, width: name.x - action.x })).toBe(0);
  });

  test('stays as it is if it has its own ground', async () => {
    expect(await drawn({ own: '#ffffff' })).toEqual(at);
  });
});
