import { describe, expect, test } from '@jest/globals';
import { laidFilm } from '../../../../../test/support/studio/laid-shots.ts';
import { madePackshot } from '../../../../../test/support/studio/made-pictures.ts';
import { dark, light } from '../../../../../test/support/brands/sample-roles.ts';
import type { FilmScript } from '../../../../schema/film-script.ts';
import type { Brief } from '../../../brief.ts';
import { formatOf } from '../../../format.ts';
import { thingsOf } from '../../../scene.ts';

const script: FilmScript = {
  language: 'en',
  narrative: '',
  scenes: [
    { ...{ role: 'hook', subject: 'product', on_screen_text: 'Cold all day', voiceover: 'Cold all day.' }, seconds: 3 },
    { ...{ role: 'call_to_action', subject: 'end_card', on_screen_text: '', voiceover: 'Get it.' }, seconds: 2.5 },
  ].map((each) => ({ ...each, visual: '' })) as FilmScript['scenes'],
  copy: { cta: 'Get the bottle' },
  notes: [],
};

const films = (['bold', 'elegant', 'natural', 'technical', 'friendly'] as const).flatMap((tone) =>
  [
    { width: 360, height: 640 },
    { width: 500, height: 500 },
    { width: 640, height: 360 },
  ].map((size) => ({ tone, size, ratio: size.width / size.height })),
);

async function lastOf({ tone, size }: (typeof films)[number]) {
  const bytes = await madePackshot(400, 640);
  const brief: Brief = {
    ...{ seed: `${tone} end`, language: 'en', concept: null, tone, facts: [], noText: false, direction: {} },
    kit: { name: 'Verdane', light, dark, prefers: 'light', fonts: [], logo: null },
    copy: { headline: '', subheadline: '', cta: 'Get the bottle', offer: '', price: '' },
    pictures: [{ bytes, width: 400, height: 640, role: 'packshot', hasAlpha: true, alt: null }],
  };
  const { shots } = await laidFilm(brief, script, { size, seconds: 6, hasVoice: false });
  const scene = shots.at(-1)?.scene;
  const product = scene?.layers.find((layer) => layer.kind === 'product')?.box;
  const boxes = scene?.layers.filter((layer) => layer.kind === 'fill' && layer.element === 'button');
  if (scene === undefined || product === undefined || boxes === undefined) throw new Error('no end card');
  return { scene: { ...scene, layers: boxes }, product, u: formatOf(size).u };
}

describe.each(films)('the end card of a $tone film of $size.width x $size.height', (film) => {
  test('has a large name and a large button', async () => {
    const { scene, u } = await lastOf(film);
    const size = (role: string) => (scene.texts.find((text) => text.role === role)?.size ?? 0) / u;
    expect(size('signature')).toBeGreaterThanOrEqual(7);
    expect(size('cta')).toBeGreaterThanOrEqual(4.5);
    const heights = scene.layers.map((layer) => ('box' in layer ? layer.box.height / u : 0));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(10);
  });

  test('has its texts and the product on one axis', async () => {
    const { scene, product } = await lastOf(film);
    const boxes = thingsOf(scene);
    const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
    const right = Math.max(...boxes.map(({ x, width }) => x + width));
    const foot = Math.max(...boxes.map(({ y, height }) => y + height));
    const across = Math.abs((left + right - 2 * product.x - product.width) / 2);
    const down = Math.abs((top + foot - 2 * product.y - product.height) / 2);
    expect(Math.min(across, down)).toBeLessThan(0.02 * film.size.width);
  });

  test('leaves no third of the canvas empty', async () => {
    const { scene, product } = await lastOf(film);
    const boxes = [...thingsOf(scene), product];
    const isFilled = (at: 'x' | 'y', side: 'width' | 'height') =>
      [0, 1, 2].map((third) =>
        boxes.some(
          (box) => 3 * box[at] < (third + 1) * film.size[side] && 3 * (box[at] + box[side]) > third * film.size[side],
        ),
      );
    expect([...isFilled('y', 'height'), ...isFilled('x', 'width')]).toEqual(Array(6).fill(true));
  });
});
