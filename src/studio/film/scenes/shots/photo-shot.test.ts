import { expect, test } from '@jest/globals';
import { dark, light } from '../../../../../test/support/brands/sample-roles.ts';
import { subjectPhoto } from '../../../../../test/support/studio/subject-photo.ts';
import { laidFilm } from '../../../../../test/support/studio/laid-shots.ts';
import { madeScene } from '../../../../../test/support/studio/made-scenes.ts';
import type { FilmScript } from '../../../../schema/film-script.ts';
import { bottomOf } from '../../../box.ts';
import type { Brief } from '../../../brief.ts';
import { worstOf, cutsOf } from '../../../photo/subject-cuts.ts';
import { footIn } from './photo-shot.ts';

const scenes = [
  { ...{ role: 'hook', subject: 'photo', on_screen_text: 'Cold all day', voiceover: 'Cold all day.' }, seconds: 3 },
  { ...{ role: 'call_to_action', subject: 'end_card', on_screen_text: '', voiceover: 'Get it.' }, seconds: 2.5 },
].map((each) => ({ ...each, visual: '' })) as FilmScript['scenes'];
const script: FilmScript = { language: 'en', narrative: '', scenes, copy: { cta: 'Get it' }, notes: [] };

test('in a story, a photo whose subject is at its head stands below the words and is whole', async () => {
  const subject = { x: 0.06, y: 0.04, width: 0.88, height: 0.66 };
  const brief: Brief = {
    ...{ seed: 'foot', language: 'en', concept: null, tone: 'bold', facts: [], noText: false, direction: {} },
    kit: { name: 'Verdane', light, dark, prefers: 'light', fonts: [], logo: null },
    copy: { headline: '', subheadline: '', cta: 'Get it', offer: '', price: '' },
    pictures: [await madeScene(subject, { width: 1200, height: 1200 })],
  };
  const { shots } = await laidFilm(brief, script, { size: { width: 360, height: 640 }, seconds: 6, hasVoice: false });
  const [first] = shots;
  const photo = first?.scene.layers.find((layer) => layer.kind === 'photo');
  if (first === undefined || photo === undefined) throw new Error('no photo');
  expect(worstOf(cutsOf(photo.picture, photo.crop))).toBeLessThan(0.03);
  expect(photo.box.y).toBeGreaterThan(bottomOf(first.scene.texts.map(({ box }) => box)));
});

test('a photo of a wide group stands at the foot of a room, from edge to edge, as high as its subject allows', () => {
  const picture = subjectPhoto({ subject: { x: 0.08, y: 0.3, width: 0.84, height: 0.4 } });
  const layer = footIn(picture, { x: 0, y: 220, width: 400, height: 380 });
  if (layer === null) throw new Error('no photo');
  expect(worstOf(cutsOf(picture, layer.crop))).toBeLessThan(0.03);
  expect(layer.box.width).toBe(400);
  expect(layer.box.y + layer.box.height).toBe(600);
  expect(layer.box.height).toBeGreaterThan((400 * picture.height) / picture.width);
});
