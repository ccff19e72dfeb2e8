import { expect, test } from '@jest/globals';
import { deskOf, type Answering } from '../../../test/support/models/desk-of.ts';
import type { ScriptMaterial } from '../../studio/script/material.ts';
import { writeScript } from '../../studio/script/write-script.ts';
import { scriptByModel } from './script-by-model.ts';

const material: ScriptMaterial = {
  ...{ language: 'en', seconds: 10, seed: 'job', tone: 'friendly', brand: 'Ovenly', product: 'Rye loaf' },
  description: 'Baked at night in small batches.',
  ...{ price: '£4', given: [], page: { headline: '', lines: [], cta: '' }, prompt: undefined, hasVoice: true },
  pictures: { product: true, scene: false },
};
const written = writeScript(material);
const sources = ['Ovenly', 'Rye loaf', 'Baked at night in small batches.', '£4'];

const scene = (voiceover: string, change: object = {}) => ({
  ...{ role: 'benefit', seconds: 3, voiceover, on_screen_text: voiceover, subject: 'product', visual: 'A loaf.' },
  ...change,
});
const ending = scene('Taste it.', { role: 'call_to_action', seconds: 4, subject: 'end_card' });
const story = (...scenes: object[]) => ({ narrative: 'Bread is baked while the city sleeps.', scenes });

const asked = (answer: Answering) => {
  const { desk, tasks } = deskOf('copywriter', answer);
  const signal = new AbortController().signal;
  return { desk, tasks, made: scriptByModel(material, { desk, written, sources, signal }) };
};

test('the scenes of a model take the place of the written ones, and the copy of the request stays', async () => {
  const { made } = asked(() => story(scene('Baked at night.', { role: 'hook' }), scene('In small batches.'), ending));
  const script = await made;
  expect(script?.scenes.map(({ voiceover }) => voiceover)).toEqual([
    'Baked at night.',
    'In small batches.',
    'Taste it.',
  ]);
  expect([script?.copy, script?.language]).toEqual([written.copy, 'en']);
});

test.each<[string, object, RegExp]>([
  ['a number that no source has', story(scene('Loved by 900 bakers.'), scene('Rye loaf.'), ending), /900/],
  ['a price that no source has', story(scene('Now for £3.'), scene('Rye loaf.'), ending), /3/],
  ['a claim that no source has', story(scene('The best loaf in town.'), scene('Rye loaf.'), ending), /best/],
  ['scenes that are too long in all', story(scene('Rye.', { seconds: 12 }), scene('Loaf.'), ending), /19 seconds/],
  ['no end card', story(scene('Rye loaf.'), scene('Rye loaf.'), scene('Rye loaf.')), /call_to_action/],
  ['another form', { story: 'Bread' }, /schema/],
])('a script with %s is refused twice, then the built-in writer stands in', async (_, answer, reason) => {
  const { desk, tasks, made } = asked(() => answer);
  expect([await made, tasks.length]).toEqual([null, 2]);
  expect(desk.report.refusals[0]?.reasons.join(' ')).toMatch(reason);
  expect(desk.report.degraded).toBe(true);
});
