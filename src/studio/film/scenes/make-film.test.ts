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

  test('shows an offer in one shot', async () => {
    const offer = { ...scene('offer', 'Two for one. €24.', 'Two for one\n€24', 4.5), subject: 'product' as const };
    const copy = { cta: 'Get the bottle', offer: 'Two for one', price: '€24' };
    const dealing = { ...script, copy, scenes: script.scenes.with(1, offer) };
    const { shots } = await makeFilm({ ...brief, pictures: [await bottle()] }, dealing, options);
    expect(shots).toHaveLength(3);
  });

  test('has the product in every shot, also in those of type', async () => {
    const { shots, film } = await makeFilm({ ...brief, pictures: [await bottle()] }, script, options);
    expect(shots).not.toContain('type');
    const moving = film.scenes.map(({ layers }) => layers.some((layer) => layer.at(0)?.scale !== layer.at(1)?.scale));
    expect(moving).toEqual(shots.map(() => true));
  });

  test.each(['bold', 'natural', 'playful'] as const)('starts with a finished poster in a %s film', async (tone) => {
    const { film } = await makeFilm({ ...brief, tone, pictures: [await bottle()] }, script, options);
    const shown = (seconds: number) =>
      film.scenes[0]?.layers.map((layer) => {
        const { opacity, clip } = layer.at(seconds) ?? { opacity: 0, clip: undefined };
        return [Math.round(opacity * 100), Math.round(clip?.width ?? 0)];
      });
    expect(shown(0)).toEqual(shown(1));
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
