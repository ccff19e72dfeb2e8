import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { light } from '../../../test/support/brands/sample-roles.ts';
import { deskOf, type Answering } from '../../../test/support/models/desk-of.ts';
import { madeClip } from '../../../test/support/models/made-clip.ts';
import type { Cutout } from '../../cutout/port.ts';
import type { FilmScript, ScriptScene } from '../../schema/film-script.ts';
import type { Brief, Picture } from '../../studio/brief.ts';
import { noCopy } from '../../studio/copy/drawn-copy.ts';
import { decodeMask } from '../../studio/photo/mask.ts';
import { filmedBy } from './filmed-by.ts';

const size = { width: 640, height: 360 };
const pictureOf = (name: string, role: Picture['role']): Picture => ({
  bytes: readFileSync(fileURLToPath(new URL(`../../../examples/pictures/${name}`, import.meta.url))),
  ...{ width: 1600, height: 1067, role, hasAlpha: false, alt: null },
});

const brief: Brief = {
  ...{ seed: 'job', language: 'en', concept: null, tone: 'natural', copy: noCopy, facts: [], noText: false },
  kit: { name: 'Marl', light, dark: light, prefers: 'light', fonts: [], logo: null },
  pictures: [pictureOf('mountain-lake.jpg', 'lifestyle'), pictureOf('dunes.jpg', 'lifestyle')],
  direction: {},
};

const scene = (subject: ScriptScene['subject'], change: Partial<ScriptScene> = {}): ScriptScene => ({
  ...{ role: 'benefit', seconds: 3, voiceover: '', on_screen_text: 'Far away', subject, visual: 'A quiet lake.' },
  ...change,
});
const end = scene('end_card', { role: 'call_to_action', on_screen_text: '' });
const script = (...scenes: ScriptScene[]): FilmScript => ({
  ...{ language: 'en-US', narrative: '', copy: {}, notes: [] },
  scenes: [...scenes, end],
});

function shoot(answer: Answering, scenes: ScriptScene[], { concurrency = 3, cutout = null as Cutout | null } = {}) {
  const { desk, tasks } = deskOf('video', answer, ['m'], concurrency);
  const film = { brief, script: script(...scenes), size, seconds: 10, hasSound: false, direction: 'Calm.' };
  const context = { signal: new AbortController().signal, cutoutDir: '/nowhere' };
  return { desk, tasks, clips: filmedBy(desk, film, context, () => Promise.resolve(cutout)) };
}

const answering: Answering = (task) =>
  task.port === 'video' && task.picture !== null
    ? madeClip(task.picture.bytes, { size: task.size, seconds: task.seconds })
    : null;

test('scenes with a photo are filmed from photos in the shape of the film, and the end card is not', async () => {
  const { tasks, clips } = shoot(answering, [scene('photo', { role: 'hook' }), scene('type'), scene('photo')]);
  expect((await clips).map(({ scene: at, model, still }) => [at, model, still.role])).toEqual([
    [0, 'comfyui/m', 'lifestyle'],
    [2, 'comfyui/m', 'lifestyle'],
  ]);
  expect(tasks).toHaveLength(2);
  expect(tasks[0]).toMatchObject({ size, seconds: expect.any(Number) });
  const [first, second] = tasks.map((task) => (task.port === 'video' ? task : null));
  expect(first?.prompt).toContain('A quiet lake.');
  expect(first?.prompt).toContain('Calm.');
  expect(first?.picture?.bytes.equals(second?.picture?.bytes ?? Buffer.alloc(0))).toBe(false);
});

test('a film has no more clips than its model makes at once, and the hook comes first', async () => {
  const scenes = [scene('photo', { role: 'hook' }), scene('photo', { seconds: 4 })];
  const { clips } = shoot(answering, scenes, { concurrency: 1 });
  expect((await clips).map(({ scene: at }) => at)).toEqual([0]);
});

test('a scene whose picture is of another kind is not filmed', async () => {
  const { tasks, clips } = shoot(answering, [scene('product'), scene('type')]);
  expect([await clips, tasks]).toEqual([[], []]);
});

test('a clip that stands still is refused twice, and the film is degraded', async () => {
  const stands: Answering = (task) =>
    task.port === 'video' && task.picture !== null
      ? madeClip(task.picture.bytes, { size: task.size, seconds: task.seconds, zoom: 0 })
      : null;
  const { desk, tasks, clips } = shoot(stands, [scene('photo'), scene('type')]);
  expect([await clips, tasks.length]).toEqual([[], 2]);
  expect(desk.report).toMatchObject({ degraded: true, models: [] });
  expect(desk.report.refusals.map(({ reasons }) => reasons.join())).toEqual(Array(2).fill('the clip stands still'));
  expect(desk.report.notes.join()).toContain('made a scene without a filmed clip');
});

test('the still has the subject of the whole clip', async () => {
  const masks = [0, 1, 2].map((at) => Uint8Array.from({ length: 9 }, (_, cell) => (cell === at ? 255 : 0)));
  let calls = 0;
  const cutout: Cutout = {
    maskOf: () => Promise.resolve({ width: 3, height: 3, values: masks[calls++ % 3] ?? new Uint8Array(9) }),
    close: () => Promise.resolve(),
  };
  const { clips } = shoot(answering, [scene('photo'), scene('type')], { cutout });
  const [clip] = await clips;
  if (clip?.still.mask === undefined) throw new Error('the still has no mask');
  const { values } = await decodeMask(clip.still.mask);
  expect([...values].map((value) => (value > 0 ? 1 : 0))).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0]);
});
