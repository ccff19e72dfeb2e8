import { expect, test } from '@jest/globals';
import { dark, light } from '../../../../../test/support/brands/sample-roles.ts';
import { laidFilm } from '../../../../../test/support/studio/laid-shots.ts';
import { madeScene } from '../../../../../test/support/studio/made-scenes.ts';
import type { FilmScript } from '../../../../schema/film-script.ts';
import type { Brief } from '../../../brief.ts';
import { partOf } from '../../../box.ts';
import { cropUnder } from '../../../photo/crop.ts';

const scenes = [
  { ...{ role: 'hook', subject: 'photo', on_screen_text: 'Cold all day', voiceover: 'Cold all day.' }, seconds: 3 },
  { ...{ role: 'call_to_action', subject: 'end_card', on_screen_text: '', voiceover: 'Get it.' }, seconds: 2.5 },
].map((each) => ({ ...each, visual: '' })) as FilmScript['scenes'];
const script: FilmScript = { language: 'en', narrative: '', scenes, copy: { cta: 'Get it' }, notes: [] };

const ratios = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
];

test.each(ratios)('a film of $width x $height opens with a photo that its words leave free', async (size) => {
  const subject = { x: 0.55, y: 0.5, width: 0.1, height: 0.4 };
  const brief: Brief = {
    ...{ seed: 'cover', language: 'en', concept: null, tone: 'bold', facts: [], noText: false, direction: {} },
    kit: { name: 'Verdane', light, dark, prefers: 'light', fonts: [], logo: null },
    copy: { headline: '', subheadline: '', cta: 'Get it', offer: '', price: '' },
    pictures: [await madeScene(subject, { width: 1200, height: 1200 })],
  };
  const { shots } = await laidFilm(brief, script, { size, seconds: 6, hasVoice: false });
  const [first] = shots;
  expect(first?.scene.layout).toBe('cover');
  const photo = first?.scene.layers.find((layer) => layer.kind === 'photo');
  if (photo === undefined) throw new Error('no photo');
  expect(photo.box).toEqual({ x: 0, y: 0, ...size });
  for (const { box } of first?.scene.texts ?? []) {
    const under = partOf(cropUnder(photo, box), photo.picture);
    expect(photo.picture.analysis.subject.share(under)).toBeLessThan(0.1);
  }
});
