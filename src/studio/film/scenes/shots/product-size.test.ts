import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { laidFilm } from '../../../../../test/support/studio/laid-shots.ts';
import { dark, light } from '../../../../../test/support/brands/sample-roles.ts';
import type { FilmScript, ScriptScene } from '../../../../schema/film-script.ts';
import type { Box } from '../../../box.ts';
import type { Brief, Picture } from '../../../brief.ts';
import type { Scene } from '../../../scene.ts';

const scene = (role: ScriptScene['role'], text: string): ScriptScene => ({
  ...{ role, seconds: 3, voiceover: `${text}.`, on_screen_text: text, visual: '' },
  subject: role === 'call_to_action' ? 'end_card' : 'product',
});

const script: FilmScript = {
  ...{ language: 'en', narrative: '', copy: { cta: 'Get the bottle' }, notes: [] },
  scenes: [
    scene('hook', 'Cold all day'),
    scene('benefit', 'Steel with a lid'),
    scene('proof', 'Made to last'),
    scene('call_to_action', 'Get the bottle'),
  ],
};

/** Draws an upright bottle with a label. */
async function bottle(): Promise<Picture> {
  const lines = Array.from({ length: 8 }, (_, at) => `<rect x="130" y="${420 + at * 40}" width="240" height="18"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="1000"><rect x="180" y="20" width="140" height="220" fill="#aa8"/>
    <rect x="80" y="220" width="340" height="760" rx="60" fill="#476"/><rect x="110" y="400" width="280" height="360" fill="#eee"/>
    <g fill="#222">${lines.join('')}</g></svg>`;
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  return { bytes, width: 500, height: 1000, role: 'packshot', hasAlpha: true, alt: null };
}

const sizes = [
  { width: 360, height: 640 },
  { width: 500, height: 500 },
  { width: 640, height: 360 },
];

async function shotsOf(layout: string, size: (typeof sizes)[number]): Promise<{ scene: Scene; box: Box }[]> {
  const tones = ['natural', 'elegant', 'friendly', 'technical'] as const;
  const films = await Promise.all(
    tones.map(async (tone) => {
      const brief: Brief = {
        ...{ seed: `${tone} a`, language: 'en', concept: null, tone, facts: [], noText: false, direction: {} },
        kit: { name: 'Verdane', light, dark, prefers: 'light', fonts: [], logo: null },
        copy: { headline: '', subheadline: '', cta: 'Get the bottle', offer: '', price: '' },
        pictures: [await bottle()],
      };
      return laidFilm(brief, script, { size, seconds: 12, hasVoice: false });
    }),
  );
  return films
    .flatMap(({ shots }) => shots.map((shot) => shot.scene))
    .filter((each) => each.layout === layout)
    .flatMap((each) => {
      const product = each.layers.find((layer) => layer.kind === 'product');
      return product === undefined ? [] : [{ scene: each, box: product.box }];
    });
}

test.each(sizes)(
  'a close-up in a film of $width x $height crosses at most two edges of the canvas, which meet',
  async (size) => {
    const shots = await shotsOf('close-up', size);
    expect(shots).not.toHaveLength(0);
    for (const { scene: made, box } of shots) {
      const across = [box.x < 0, box.x + box.width > size.width].filter(Boolean).length;
      const down = [box.y < 0, box.y + box.height > size.height].filter(Boolean).length;
      expect([across <= 1, down <= 1, across + down >= 1]).toEqual([true, true, true]);
      expect(made.layers.filter(({ kind }) => kind === 'fill')).toEqual([]);
    }
  },
);

test.each(sizes)('the product is large next to large type in a film of $width x $height', async (size) => {
  const shots = await shotsOf('aside', size);
  expect(shots).not.toHaveLength(0);
  for (const { box } of shots) expect(box.height).toBeGreaterThan(0.42 * size.height);
});

test('the product next to large type stands above the controls of the phone', async () => {
  const [story] = sizes;
  if (story === undefined) throw new Error('no size');
  for (const { box } of await shotsOf('aside', story))
    expect(box.y + box.height).toBeLessThanOrEqual(0.8 * story.height + 1);
});
