import { describe, expect, test } from '@jest/globals';
import type { QualityCheck } from './brief.ts';
import type { Composition, LayoutInput } from './composition.ts';
import { type Candidate, firstThatPasses, inRounds } from './first-that-passes.ts';
import { formatOf } from './format.ts';
import { emptyScene } from './layouts/layout.ts';
import { QualityGateError } from './quality-gate-error.ts';
import type { Scene, TextBlock } from './scene.ts';

const format = formatOf({ width: 400, height: 400 });
const input = { format, rtl: false, attempt: 0 } as Partial<LayoutInput> as LayoutInput;
const box = { x: 10, y: 10, width: 100, height: 20 };

const scene = (layout: string, made: Partial<Scene> = {}): Scene => ({ ...emptyScene(layout, format), ...made });
const brokenText = { role: 'headline', box, breaksWord: true } as Partial<TextBlock> as TextBlock;
const composition = (name: string, draw: Composition['draw'] = () => scene(name)): Composition => ({ name, draw });
const once = (...all: Composition[]) => all.map((each) => ({ composition: each, attempt: 0 }));

const failing = (check: string): QualityCheck => ({ check, value: 0, limit: 1, passed: false });

/** Returns the layout that is chosen, and the rejected ones, if the named layouts fail these checks. */
async function chosen(candidates: Candidate[], fails: Record<string, string[]> = {}, given = input) {
  const rejected: [string, string[] | null][] = [];
  const { made } = await firstThatPasses(candidates, {
    input: given,
    judge: (each) => Promise.resolve({ made: each, checks: (fails[each.layout] ?? []).map((name) => failing(name)) }),
    onRejected: (name, failed) => rejected.push([name, failed?.map(({ check }) => check) ?? null]),
  });
  return { layout: made.layout, made, rejected };
}

describe('the first composition that passes', () => {
  test('is the first one without a failed check, and the others are reported', async () => {
    const all = once(
      composition('none', () => null),
      composition('a'),
      composition('b'),
      composition('c'),
    );
    const { layout, rejected } = await chosen(inRounds(all, ['any']), { a: ['overlap'] });
    expect(layout).toBe('b');
    expect(rejected).toEqual([
      ['none', null],
      ['a', ['overlap']],
    ]);
  });

  test('shows whole words rather than broken words, and broken words rather than fewer texts', async () => {
    const fewer = composition('fewer', () => scene('fewer', { dropped: ['cta'] }));
    const broken = composition('broken', () => scene('broken', { texts: [brokenText] }));
    const whole = composition('whole');
    expect((await chosen(inRounds(once(fewer, broken, whole)))).layout).toBe('whole');
    expect((await chosen(inRounds(once(fewer, broken)))).layout).toBe('broken');
    expect((await chosen(inRounds(once(fewer)))).layout).toBe('fewer');
  });

  test('counts as one with fewer texts if it leaves texts out on purpose', async () => {
    const [plain] = once(composition('plain'));
    const broken = composition('broken', () => scene('broken', { texts: [brokenText] }));
    const tries = [{ ...plain, omitsWords: true }, ...once(broken)] as Parameters<typeof inRounds>[0];
    expect((await chosen(inRounds(tries))).layout).toBe('broken');
  });

  test('is drawn with more space in later tries', async () => {
    const tops: number[] = [];
    const drawn = composition('a', ({ format: { safe } }) => {
      tops.push(safe.y);
      return null;
    });
    const tries = [0, 1].map((attempt) => ({ composition: drawn, attempt }));
    await expect(chosen(inRounds(tries, ['any']))).rejects.toThrow(QualityGateError);
    expect(tops).toEqual([format.safe.y, format.safe.y + 2.5 * format.u]);
  });

  test('is mirrored for right-to-left text', async () => {
    const drawn = composition('a', () => scene('a', { texts: [brokenText] }));
    const { made } = await chosen(inRounds(once(drawn), ['any']), {}, { ...input, rtl: true });
    expect(made.texts[0]?.box.x).toBe(290);
  });

  test('does not exist if all fail: the error has the checks of the one that failed the fewest', async () => {
    const all = inRounds(once(composition('a'), composition('b')), ['any']);
    const fails = { a: ['overlap', 'safe_area'], b: ['empty'] };
    await expect(chosen(all, fails)).rejects.toMatchObject({ checks: [failing('empty')] });
  });
});
