import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import sharp from 'sharp';
import { FakeSpeech } from '../../../test/support/studio/fake-speech.ts';
import { filmOf, filmSize, greySprite, layer, still, stripedSprite } from '../../../test/support/studio/made-film.ts';
import { madeClip } from '../../../test/support/models/made-clip.ts';
import { light } from '../../../test/support/brands/sample-roles.ts';
import type { FilmScript } from '../../schema/film-script.ts';
import type { Brief } from '../../studio/brief.ts';
import { noCopy } from '../../studio/copy/drawn-copy.ts';
import { ClipError } from '../../studio/film/clips/clip-error.ts';
import type { FilmLayer } from '../../studio/film/film.ts';
import type { FilmOptions, MadeFilm } from '../../studio/film/scenes/make-film.ts';
import { QualityGateError } from '../../studio/quality-gate-error.ts';
import { type FilmJob, finishFilm } from './finish-film.ts';

const brief: Brief = {
  seed: 'job',
  language: 'en',
  concept: null,
  tone: 'bold',
  kit: { name: 'Marl', light, dark: light, prefers: 'light', fonts: [], logo: null },
  copy: noCopy,
  pictures: [],
  facts: [],
  noText: false,
  direction: {},
};
const scene = { role: 'hook' as const, seconds: 1, on_screen_text: 'Warm', subject: 'type' as const, visual: '' };
const script: FilmScript = {
  language: 'en-US',
  narrative: '',
  scenes: [{ ...scene, voiceover: 'Warm mugs.' }],
  copy: {},
  notes: [],
};

const wide = stripedSprite({ width: 400, height: filmSize.height });
const moving = layer(wide, (seconds) => ({ ...still, x: -30 * seconds }));

function madeFilm(layers: FilmLayer[], changes: Partial<MadeFilm> = {}): MadeFilm {
  const made: MadeFilm = {
    film: filmOf([layers], 20),
    scenes: [{ startSeconds: 0, endSeconds: 2, onScreenText: 'Warm' }],
    copy: noCopy,
    hasLogo: false,
    hasPicture: false,
    withCaptions: () => Promise.resolve(made),
    shots: [],
    filmedScenes: [],
    captions: [],
    checks: [],
    notes: [],
    ...changes,
  };
  return made;
}

function job(changes: Partial<FilmJob> = {}): FilmJob {
  const context = { logger: pino({ level: 'silent' }), signal: new AbortController().signal };
  return { brief, script, options: { size: filmSize, seconds: 2 }, hasSound: false, speech: null, context, ...changes };
}

const way = (name: string, film: MadeFilm) => ({ name, make: () => Promise.resolve(film) });
const good = madeFilm([moving], { notes: ['the good film'] });
const failed = { check: 'overlap', value: 9, limit: 0, passed: false };

describe('a film that fails a check is replaced by a plainer film', () => {
  test.each([
    ['a layout fails a check', way('designed', madeFilm([moving], { checks: [failed] }))],
    ['the frames fail a check', way('designed', madeFilm([layer(greySprite(0))]))],
    ['the designed film cannot be made', { name: 'designed', make: () => Promise.reject(new TypeError('a bug')) }],
    ['no layout fits', { name: 'designed', make: () => Promise.reject(new QualityGateError([failed])) }],
  ])('if %s', async (_, designed) => {
    const { made, way: name } = await finishFilm(job(), [designed, way('plain', good)]);
    expect([name, made.notes]).toEqual(['plain', ['the good film']]);
  });
});

describe('a film with clips', () => {
  const size = { width: 320, height: 180 };
  const filmed = async (): Promise<Brief> => {
    const picture = await sharp({ create: { ...size, channels: 3, background: '#2456a6' } })
      .png()
      .toBuffer();
    const still = { bytes: picture, ...size, role: 'lifestyle' as const, hasAlpha: false, alt: null };
    const bytes = madeClip(picture, { size, seconds: 3 });
    return { ...brief, clips: [{ scene: 0, model: 'acme/film', bytes, ...size, seconds: 3, still }] };
  };
  const usesClips = (make: (options: FilmOptions) => Promise<MadeFilm>) => ({
    name: 'designed',
    make: (_: Brief, __: FilmScript, options: FilmOptions) => make(options),
  });

  test('is tried first, with clips that can be played', async () => {
    const lights: number[] = [];
    const way = usesClips(async ({ clips = [] }) => {
      const view = { crop: { x: 0, y: 0, ...size }, size, seconds: 2, rate: 1 };
      const shown = clips[0]?.player.viewed(view);
      await shown?.load(1);
      lights.push(shown?.now.y[100] ?? 0);
      return good;
    });
    const { way: name } = await finishFilm(job({ brief: await filmed() }), [way]);
    expect([name, lights.length, (lights[0] ?? 0) > 30]).toEqual(['filmed', 1, true]);
  });

  test('is made without them if a clip cannot be decoded', async () => {
    const way = usesClips(({ clips = [] }) =>
      clips.length > 0 ? Promise.reject(new ClipError('The clip ends.')) : Promise.resolve(good),
    );
    const { way: name } = await finishFilm(job({ brief: await filmed() }), [way]);
    expect(name).toBe('designed');
  });
});

test('an error in the plainest film is not hidden', async () => {
  const broken = { name: 'plain', make: () => Promise.reject(new TypeError('a bug')) };
  await expect(finishFilm(job(), [broken])).rejects.toThrow('a bug');
});

test('a film without music that passes its checks gets a silent track and a note', async () => {
  const { sound } = await finishFilm(job({ hasSound: true, options: { size: filmSize, seconds: 0.3 } }), [
    way('plain', madeFilm([moving], { film: filmOf([[moving]], 3) })),
  ]);
  expect(sound?.notes.at(-1)).toContain('The film has a silent sound track');
});

test('a job for which every film fails a check ends with quality_gate and names the checks', async () => {
  const bad = way('plain', madeFilm([moving], { checks: [failed] }));
  await expect(finishFilm(job(), [bad])).rejects.toMatchObject({
    code: 'quality_gate',
    message: 'No film passes every quality check: overlap 9 (limit 0).',
  });
});

describe.each([false, true])('if the film has sound: %s,', (hasSound) => {
  test('a film without ffmpeg fails permanently with video_model_error', async () => {
    const program = '/nowhere/ffmpeg';
    await expect(finishFilm(job({ program, hasSound }), [way('plain', good)])).rejects.toMatchObject({
      code: 'video_model_error',
      message: 'The video could not be encoded: ffmpeg is not installed.',
    });
  });

  test('a film whose encoder fails may be retried', async () => {
    const failing = finishFilm(job({ program: 'false', hasSound }), [way('plain', good)]);
    await expect(failing).rejects.toMatchObject({
      name: 'TransientFailure',
      message: expect.stringContaining('ffmpeg exited with code 1'),
    });
  });
});

describe('the voice of a film', () => {
  const asked: (boolean | undefined)[] = [];
  const ways = [
    {
      name: 'plain',
      make: (_: Brief, __: FilmScript, { hasVoice }: FilmOptions) => {
        asked.push(hasVoice);
        return Promise.resolve({ ...good, withCaptions: () => Promise.resolve(captioned) });
      },
    },
  ];
  const captioned = madeFilm([moving], { notes: ['with captions'] });

  test('a film with a voice gets its captions', async () => {
    asked.length = 0;
    const film = await finishFilm(job({ hasSound: true, speech: new FakeSpeech() }), ways);
    expect(asked).toEqual([true]);
    expect(film.made.notes).toEqual(['with captions']);
    expect(film.sound?.voiceName).toBe('fake/voice');
  });

  test('a film that needs no voice has no note about it', async () => {
    const film = await finishFilm(job({ hasSound: true, noVoice: null }), ways);
    expect([film.sound?.voiceName, film.sound?.hasMusic, film.sound?.notes]).toEqual([null, true, []]);
  });

  test('a film whose sound is the voice alone has no music', async () => {
    const film = await finishFilm(job({ hasSound: true, speech: new FakeSpeech(), isVoiceAlone: true }), ways);
    expect([film.sound?.voiceName, film.sound?.hasMusic, film.sound?.notes]).toEqual(['fake/voice', false, []]);
  });

  test('a film whose voice fails is made again without a voice', async () => {
    asked.length = 0;
    const broken = new FakeSpeech();
    broken.speak = () => Promise.reject(new Error('the process of the voice died'));
    const film = await finishFilm(job({ hasSound: true, speech: broken }), ways);
    expect(asked).toEqual([true, false]);
    expect(film.made.notes).toEqual(['the good film']);
    expect(film.sound?.notes).toEqual(['The film has music and no voice-over: the voice failed.']);
  });
});
