import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { FilmScript } from '../../src/schema/film-script.ts';
import { type Box, overlap, type Size } from '../../src/studio/box.ts';
import type { Brief } from '../../src/studio/brief.ts';
import type { Film } from '../../src/studio/film/film.ts';
import { FilmPainter } from '../../src/studio/film/compose.ts';
import { FilmMonitor } from '../../src/studio/film/film-monitor.ts';
import { frameOf } from '../../src/studio/film/frame.ts';
import { captionPlace, placeCaptions } from '../../src/studio/film/scenes/captions.ts';
import type { LaidShot } from '../../src/studio/film/scenes/laid-shot.ts';
import { makeFilm } from '../../src/studio/film/scenes/make-film.ts';
import { formatOf } from '../../src/studio/format.ts';
import type { TextBlock } from '../../src/studio/scene.ts';
import { readingCues } from '../../src/studio/sound/voice/cues.ts';
import { laidFilm } from '../support/studio/laid-shots.ts';
import { briefMaker } from '../support/studio/random-ads/brief.ts';
import { randomVideos } from '../support/studio/random-ads/requests.ts';
import { randomScripts } from '../support/studio/random-ads/scripts.ts';

/** Shots are laid out and checked pixel by pixel, which takes seconds on an idle machine. */
jest.setTimeout(600_000);

let briefFor: Awaited<ReturnType<typeof briefMaker>>;

beforeAll(async () => {
  briefFor = await briefMaker();
});

interface Given {
  brief: Brief;
  script: FilmScript;
  options: { size: Size; seconds: number; hasVoice: boolean };
}

const size = fc.constantFrom({ width: 216, height: 384 }, { width: 384, height: 216 }, { width: 216, height: 216 });

/** Checks a rule for films of random scripts, pictures, colours, sizes and lengths. */
function holdsForAll(rule: (given: Given) => Promise<void>, numRuns = 4): Promise<void> {
  const seconds = fc.double({ min: 10, max: 15, noNaN: true });
  const options = fc.record({ size, seconds, hasVoice: fc.boolean() });
  return fc.assert(
    fc.asyncProperty(randomVideos, randomScripts, options, async (ad, script, given) => {
      await rule({ brief: await briefFor(ad, given.size), script, options: given });
    }),
    { numRuns, endOnFailure: true }, // A smaller example would take minutes to find.
  );
}

/** Returns the texts that a viewer sees at the same time, once for each changing text. */
function textsAtOnce({ scene, parts }: LaidShot): TextBlock[][] {
  const stay = scene.texts.filter(({ role }) => role !== 'headline');
  return parts.length === 0 ? [scene.texts] : parts.map((part) => [part, ...stay]);
}

/** Part of a line box above the capital letters and below the baseline, in em, which letters seldom reach. */
const aboveCapitals = 0.3;

/**
 * Returns the place of the letters of a text, without the room above capital letters and below the last baseline. Both
 * contain half of the space between lines, which is larger in some writing systems, such as Thai.
 */
function lettersOf({ box, size, lines }: TextBlock): Box {
  const leading = box.height / Math.max(1, lines.length) / size - 1;
  const trimmed = Math.min(Math.max(aboveCapitals, 0.2 + leading / 2) * size, box.height / 3);
  return { ...box, y: box.y + trimmed, height: box.height - 2 * trimmed };
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Sc}%]+/gu, '');

describe('the shots of a film, whatever its script and its pictures', () => {
  test('every text is inside the safe area', () =>
    holdsForAll(async ({ brief, script, options }) => {
      const { shots, format } = await laidFilm(brief, script, options);
      const { x, y, width, height } = format.safe;
      for (const box of shots.flatMap(textsAtOnce).flat().map(lettersOf)) {
        expect(Math.min(box.x - x, box.y - y)).toBeGreaterThanOrEqual(-1.5);
        expect(Math.max(box.x + box.width - x - width, box.y + box.height - y - height)).toBeLessThanOrEqual(1.5);
      }
    }));

  test('no text lies on another text or on the logo', () =>
    holdsForAll(async ({ brief, script, options }) => {
      const { shots } = await laidFilm(brief, script, options);
      for (const shot of shots) {
        const logos = shot.scene.layers.flatMap((layer) => (layer.kind === 'logo' ? [layer.box] : []));
        for (const texts of textsAtOnce(shot)) {
          const all = [...texts.map(lettersOf), ...logos];
          const covered = all.flatMap((box, at) => all.slice(at + 1).map((other) => overlap(box, other)));
          expect(Math.max(0, ...covered)).toBeLessThan(2);
        }
      }
    }));

  test('the end card shows no text twice', () =>
    holdsForAll(async ({ brief, script, options }) => {
      const { shots } = await laidFilm(brief, script, options);
      const end = shots.at(-1);
      const changing = end?.parts.map(({ lines }) => lines.join('')) ?? [];
      const staying = (end?.scene.texts ?? [])
        .filter(({ role }) => role !== 'headline' || changing.length === 0)
        .map(({ lines }) => lines.join(''));
      const seen = [...changing, ...staying].map(bare).filter((text) => text !== '');
      expect(seen).toEqual([...new Set(seen)]);
    }, 6));

  test('captions stay in their place, within the safe area', () =>
    holdsForAll(async ({ brief, script, options: given }) => {
      const options = { ...given, hasVoice: true };
      const { setting } = await laidFilm(brief, script, options);
      const whole = formatOf(options.size);
      const scenes = script.scenes.map(({ voiceover }, at) => ({
        voiceover,
        startSeconds: 2 * at,
        endSeconds: 2 * at + 2,
      }));
      const captions = await placeCaptions(setting, whole, await readingCues(scenes, script.language));
      const place = captionPlace(whole);
      for (const { plate } of captions) {
        expect(plate.box.y).toBeGreaterThanOrEqual(place.y - 1);
        expect(plate.box.x).toBeGreaterThanOrEqual(whole.safe.x - 1);
        expect(plate.box.x + plate.box.width).toBeLessThanOrEqual(whole.safe.x + whole.safe.width + 1);
      }
    }));
});

describe('a finished film, whatever its script and its pictures', () => {
  test('every text has contrast while it moves, and every shot moves', () =>
    holdsForAll(async ({ brief, script, options }) => {
      const made = await makeFilm(brief, script, options);
      // A voice-over that is longer than the film leaves no time to read; the plain film replaces such a film.
      const broken = made.checks.filter(({ check, passed }) => !passed && check !== 'reading_time');
      expect(broken).toEqual([]);
      const shownWords = made.scenes.some(({ onScreenText }) => onScreenText !== '');
      expect(made.checks.some(({ check }) => check === 'text_contrast_in_motion') || !shownWords).toBe(true);
      expect(frozenSeconds(made.film)).toBeLessThanOrEqual(2.5);
    }));

  test('no caption covers a text or the product', () =>
    holdsForAll(async ({ brief, script, options }) => {
      const made = await makeFilm(brief, script, { ...options, hasVoice: true });
      const spoken = made.scenes.map((scene, at) => ({ ...scene, voiceover: script.scenes[at]?.voiceover ?? '' }));
      const { checks } = await made.withCaptions(await readingCues(spoken, script.language));
      expect(checks.find(({ check }) => check === 'caption_overlap')?.passed).not.toBe(false);
    }));
});

/** Length of the longest stretch without movement. Every third frame is painted. */
function frozenSeconds(film: Film): number {
  const slow = { ...film, framesPerSecond: film.framesPerSecond / 3 };
  const [painter, monitor, pixels] = [new FilmPainter(film), new FilmMonitor(slow), frameOf(film)];
  for (let frame = 0; frame < film.frames; frame += 3) {
    painter.paint(painter.plan(frame), pixels);
    monitor.observe(frame / 3, pixels, false);
  }
  return monitor.frozenSeconds;
}
