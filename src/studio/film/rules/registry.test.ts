import { describe, expect, test } from '@jest/globals';
import { noCopy } from '../../copy/drawn-copy.ts';
import { formatOf } from '../../format.ts';
import { emptyScene } from '../../layouts/layout.ts';
import { failedOf } from '../../rules/limits.ts';
import type { Caption } from '../scenes/captions.ts';
import type { LaidShot } from '../scenes/laid-shot.ts';
import { checkFilm } from './registry.ts';

const format = formatOf({ width: 400, height: 400 });
const product = { x: 100, y: 200, width: 200, height: 150 };
const cutOut = { pixels: Buffer.alloc(4), width: 1, height: 1, scale: 1 };

/** Returns a shot of two seconds that shows a product, and a text for `seconds`. */
const shot = (text: string, seconds: number): LaidShot => ({
  shot: {
    ...{ scene: 0, role: 'hook', subject: 'product', saysItself: false, startSeconds: 0, endSeconds: 2 },
    ...{ index: 0, picture: null, others: [], textSide: 'top', repeats: 0, usedLayouts: [], isEndCard: false },
    ...{
      isHeld: false,
      ...{ isFilmed: false, clip: null },
      holds: false,
      last: undefined,
      needsWhole: false,
      grounds: [],
      placeIndex: 0,
    },
    parts: [{ text, startSeconds: 0, endSeconds: seconds }],
  },
  scene: emptyScene('studio', format, { kind: 'product', box: product, cutOut, shadow: null }),
  parts: [],
  texts: { ...noCopy, headline: text, signature: '', detail: '' },
});

const caption = (text: string, y: number, startSeconds = 0.5): Caption => ({
  cue: { text, startSeconds, endSeconds: startSeconds + 1 },
  plate: { box: { x: 100, y, width: 200, height: 40 }, color: '#000000', radius: 0 },
  lines: [],
});

const failures = async (shots: LaidShot[], captions: Caption[] = []) =>
  failedOf(await checkFilm('laid', { shots, captions })).map(({ check }) => check);

describe('a film whose shots and captions are laid out', () => {
  const calm = shot('Cold all day', 2);
  const long = 'A caption with so many words in one line that nobody can read all of them in time';

  test.each<[string, LaidShot, Caption[], string[]]>([
    ['passes without captions', calm, [], []],
    ['passes with a short caption below the product', calm, [caption('Cold all day', 355)], []],
    ['fails if a text is shown for too short a time', shot('Cold all day', 1), [], ['reading_time']],
    ['fails if a caption covers the product', calm, [caption('Cold all day', 320)], ['caption_overlap']],
    ['passes if the caption comes after the shot', calm, [caption('Cold all day', 320, 2)], []],
    ['fails if a line of a caption is long', calm, [caption(long, 355)], ['caption_line_letters']],
    ['passes with a single word that is longer than a line', calm, [caption('x'.repeat(80), 355)], []],
  ])('%s', async (_, made, captions, expected) => {
    expect(await failures([made], captions)).toEqual(expected);
  });
});
