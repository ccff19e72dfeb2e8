import { describe, expect, test } from '@jest/globals';
import { madePackshot } from '../../../../test/support/studio/made-pictures.ts';
import { dark, light } from '../../../../test/support/brands/sample-roles.ts';
import type { FilmScript, ScriptScene } from '../../../schema/film-script.ts';
import type { Brief, Picture } from '../../brief.ts';
import { makeFilm } from './make-film.ts';

const scene = (role: ScriptScene['role'], voiceover: string, shown: string, seconds: number): ScriptScene => ({
  role,
  seconds,
  voiceover,
  on_screen_text: shown,
  subject: role === 'call_to_action' ? 'end_card' : 'type',
  visual: '',
});

const script: FilmScript = {
  language: 'en',
  narrative: '',
  scenes: [
    scene('hook', 'Cold water, all day.', 'Cold water, all day', 3),
    scene('benefit', 'The Steel Bottle keeps water cold for 24 hours.', 'Keeps water cold for 24 hours', 4.5),
    scene('call_to_action', 'Get the bottle at Verdane.', 'Get the bottle', 2.5),
  ],
  copy: { cta: 'Get the bottle' },
  notes: [],
};

const brief: Brief = {
  seed: 'film',
  language: 'en',
  concept: null,
  tone: 'bold',
  kit: { name: 'Verdane', light, dark, prefers: 'light', fonts: [], logo: null },
  copy: { headline: '', subheadline: '', cta: 'Get the bottle', offer: '', price: '' },
  pictures: [],
  facts: [],
  noText: false,
  direction: {},
};

async function bottle(): Promise<Picture> {
  const size = { width: 500, height: 700 };
  const bytes = await madePackshot(size.width, size.height);
  return { bytes, ...size, role: 'packshot', hasAlpha: true, alt: null };
}

const options = { size: { width: 360, height: 640 }, seconds: 10 };

describe('a film', () => {
  test('shows a short text that says what the voice would say', async () => {
    const { scenes } = await makeFilm(brief, script, options);
    expect(scenes.map(({ onScreenText }) => onScreenText)).toEqual([
      'Cold water, all day',
      'Keeps water cold for 24 hours',
      'Get the bottle',
    ]);
  });

  test('holds an offer and its price across the shots of its scene', async () => {
    const offer = { ...scene('offer', 'Two for one. €24.', 'Two for one\n€24', 4.5), subject: 'product' as const };
    const copy = { cta: 'Get the bottle', offer: 'Two for one', price: '€24' };
    const dealing = { ...script, copy, scenes: script.scenes.with(1, offer) };
    const { shots } = await makeFilm({ ...brief, pictures: [await bottle()] }, dealing, options);
    const dealt = shots.filter(({ texts }) => texts.some(({ text }) => text === '€24'));
    expect(dealt.length).toBeGreaterThan(1);
    expect(dealt.map(({ startSeconds }) => startSeconds).slice(1)).toEqual(
      dealt.map(({ endSeconds }) => endSeconds).slice(0, -1),
    );
  });

  test.each(['ab 189 € pro Person', '£14.50 per person'])('shows the price %s with its qualifier', async (price) => {
    const offer = { ...scene('offer', 'Two nights.', `Two nights\n${price}`, 4.5), subject: 'product' as const };
    const copy = { cta: 'Get the bottle', offer: 'Two nights', price };
    const dealing = { ...script, copy, scenes: script.scenes.with(1, offer) };
    const { shots } = await makeFilm({ ...brief, pictures: [await bottle()] }, dealing, options);
    const dealt = shots.filter(({ texts }) => texts.some(({ text }) => text.replace(/\s/gu, ' ') === price));
    expect(dealt.map(({ picture }) => picture)).toEqual(dealt.map(() => 'product'));
    expect(dealt).not.toEqual([]);
  });

  test('shows a price with the offer that limits it', async () => {
    const offer = { ...scene('offer', 'Per week. €24.', 'Per week\n€24', 4.5), subject: 'product' as const };
    const copy = { cta: 'Get the bottle', offer: 'Per week', price: '€24' };
    const dealing = { ...script, copy, scenes: script.scenes.with(1, offer) };
    const { shots } = await makeFilm({ ...brief, pictures: [await bottle()] }, dealing, options);
    const dealt = shots.map(({ texts, picture }) => ({ texts: texts.map(({ text }) => text), picture }));
    const priced = dealt.filter(({ texts }) => texts.includes('€24'));
    expect(priced.length).toBeGreaterThan(0);
    for (const { texts, picture } of priced) {
      expect(texts).toContain('Per week');
      expect(picture).toBe('product');
    }
  });

  test('has the product in every shot, also in those of type', async () => {
    const { shots, film } = await makeFilm({ ...brief, pictures: [await bottle()] }, script, options);
    expect(shots).not.toContain('type');
    const moving = film.scenes.map(({ layers }) => layers.some((layer) => layer.at(0)?.scale !== layer.at(1)?.scale));
    expect(moving).toEqual(shots.map(() => true));
  });

  test.each(['bold', 'natural', 'playful'] as const)('shows whole words in every frame of a %s film', async (tone) => {
    const { film } = await makeFilm({ ...brief, tone, pictures: [await bottle()] }, script, options);
    const [first] = film.scenes;
    const frames = Array.from({ length: first?.endFrame ?? 0 }, (_, at) => at / film.framesPerSecond);
    const words = (first?.layers ?? []).filter((layer) => (layer.at(frames.at(-8) ?? 0)?.opacity ?? 0) === 1);
    const partly = words.map((word) => frames.filter((at) => (word.at(at)?.opacity ?? 0) % 1 !== 0).length);
    expect(Math.max(...partly)).toBeLessThanOrEqual(3);
    expect(words.filter((word) => word.at(0)?.opacity === 1).length).toBeGreaterThan(1);
    expect(words.every((word) => word.at(frames.at(-8) ?? 0)?.clip === undefined)).toBe(true);
  });

  test.each([0.6, 0.9])('has as many cuts as the direction asks for: %s a second', async (cutsPerSecond) => {
    const fast = { ...brief, direction: { cutsPerSecond }, pictures: [await bottle()] };
    const { shots, checks } = await makeFilm(fast, script, options);
    expect(Math.abs(shots.length - 1 - cutsPerSecond * options.seconds)).toBeLessThanOrEqual(1);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  test('shows the whole product for a second in its first half, and on the end card', async () => {
    for (const seed of ['a', 'b', 'c']) {
      const { shots } = await makeFilm({ ...brief, seed, pictures: [await bottle()] }, script, options);
      const whole = shots.filter(({ layout }) => ['studio', 'podium', 'aside'].includes(layout));
      const early = whole.filter(({ startSeconds, endSeconds }) => Math.min(endSeconds, 5) - startSeconds >= 1);
      expect(early.length).toBeGreaterThan(0);
      expect(shots.at(-1)).toMatchObject({ layout: 'end-card', picture: 'product' });
    }
  });

  test('never has the same layout twice in a row', async () => {
    const { shots } = await makeFilm({ ...brief, pictures: [await bottle()] }, script, options);
    const layouts = shots.map(({ layout }) => layout);
    expect(layouts.filter((each, at) => each === layouts[at - 1])).toEqual([]);
  });

  test('has no caption that repeats what the screen shows', async () => {
    const spoken = await makeFilm(brief, script, { ...options, hasVoice: true });
    const cues = spoken.scenes.map(({ startSeconds, endSeconds }, at) => ({
      startSeconds: startSeconds + 0.3,
      endSeconds: endSeconds - 0.3,
      text: (script.scenes[at]?.voiceover ?? '').replace('keeps water', 'keeps\nwater'),
    }));
    const { film, checks } = await spoken.withCaptions(cues);
    const at = (index: number) => {
      const seconds = ((cues[index]?.startSeconds ?? 0) + (cues[index]?.endSeconds ?? 0)) / 2;
      return film.overlays.filter((layer) => layer.at(seconds) !== null).length;
    };
    expect([at(0), at(1), at(2)]).toEqual([0, 0, 0]);
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
  });
});
