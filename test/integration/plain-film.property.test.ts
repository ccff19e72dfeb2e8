import { beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { FilmPainter } from '../../src/studio/film/compose.ts';
import type { Film } from '../../src/studio/film/film.ts';
import { FilmMonitor } from '../../src/studio/film/film-monitor.ts';
import { frameOf } from '../../src/studio/film/frame.ts';
import { plainFilm } from '../../src/studio/film/plain-film.ts';
import { checkFilm } from '../../src/studio/film/rules/registry.ts';
import { readingCues } from '../../src/studio/sound/voice/cues.ts';
import { briefMaker } from '../support/studio/random-ads/brief.ts';
import { randomVideos } from '../support/studio/random-ads/requests.ts';
import { randomScripts } from '../support/studio/random-ads/scripts.ts';

/** Stills are laid out and checked pixel by pixel, which takes seconds on an idle machine. */
jest.setTimeout(600_000);

let briefFor: Awaited<ReturnType<typeof briefMaker>>;

beforeAll(async () => {
  briefFor = await briefMaker();
});

const sizes = [
  { width: 216, height: 384 },
  { width: 384, height: 216 },
  { width: 216, height: 216 },
] as const;

function checksOf(film: Film, seconds: number) {
  const painter = new FilmPainter(film);
  const monitor = new FilmMonitor(film);
  const pixels = frameOf(film);
  let key = '';
  for (let frame = 0; frame < film.frames; frame++) {
    const plan = painter.plan(frame);
    painter.paint(plan, pixels);
    monitor.observe(frame, pixels, plan.key === key);
    key = plan.key;
  }
  return checkFilm('encoded', { film, frames: monitor, wantedSeconds: seconds, mp4: Buffer.alloc(0) });
}

test('the plain film of any script and any pictures passes every check', async () => {
  const size = fc.constantFrom(...sizes);
  const seconds = fc.double({ min: 10, max: 15, noNaN: true });
  await fc.assert(
    fc.asyncProperty(
      fc.record({ ad: randomVideos, script: randomScripts, size, seconds, hasVoice: fc.boolean() }),
      async ({ ad, script, size, seconds, hasVoice }) => {
        const brief = await briefFor(ad, size);
        const plain = await plainFilm(brief, script, { size, seconds, hasVoice });
        const spoken = plain.scenes.map((span, at) => ({ ...span, voiceover: script.scenes[at]?.voiceover ?? '' }));
        const made = hasVoice ? await plain.withCaptions(await readingCues(spoken, script.language)) : plain;
        const checks = [...made.checks, ...(await checksOf(made.film, seconds))];
        expect(checks.filter(({ passed }) => !passed)).toEqual([]);
      },
    ),
    { numRuns: 12 },
  );
});
