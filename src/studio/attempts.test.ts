import { expect, test } from '@jest/globals';
import { dark, light } from '../../test/support/brands/sample-roles.ts';
import { briefOf } from '../../scripts/gallery/briefs.ts';
import { bestFirst, inputFor } from './attempts.ts';
import { lastResort, type LayoutInput } from './composition.ts';
import { firstThatPasses, type Try } from './first-that-passes.ts';
import { formatOf } from './format.ts';
import { emptyScene } from './layouts/layout.ts';
import { gatherMaterials } from './materials.ts';
import type { Scene } from './scene.ts';
import { textEngine, typesetterFor } from './studio.ts';

const format = formatOf({ width: 400, height: 400 });

async function input(): Promise<LayoutInput> {
  const brief = briefOf({ name: '', tone: 'friendly', light, dark, pictures: [], copy: { headline: 'New' } });
  const [materials, engine] = await Promise.all([gatherMaterials(brief, format), textEngine()]);
  return inputFor(brief, format, { materials, type: await typesetterFor(brief, format, engine) });
}

/** Returns a try whose scene has a badge of a height. */
function tryOf(name: string, height: number, changed: Partial<Scene> = {}): Try {
  const box = { x: 0, y: 0, width: 400, height };
  const scene = emptyScene(name, format, { kind: 'fill', element: 'badge', box, color: '#000000', radius: 0 });
  return { composition: { name, draw: () => ({ ...scene, ...changed }) }, attempt: 0 };
}

async function chosen(tries: readonly Try[]): Promise<string> {
  const { made } = await firstThatPasses(bestFirst(tries), {
    input: await input(),
    judge: (scene) => Promise.resolve({ made: scene, checks: [] }),
    onRejected: () => undefined,
  });
  return made.layout;
}

const empty = tryOf('empty', 100);
const full = tryOf('full', 300);

test.each<[string, Try[], string]>([
  ['one that leaves less than 35 % of the canvas empty is preferred', [empty, full], 'full'],
  ['one that leaves more empty is drawn if there is no other', [empty], 'empty'],
  ['one with all texts is preferred to a fuller one', [empty, tryOf('short', 300, { dropped: ['offer'] })], 'empty'],
  ['the last resort is not preferred', [empty, { ...full, attempt: lastResort }], 'empty'],
])('of the layouts, %s', async (_, tries, want) => {
  expect(await chosen(tries)).toBe(want);
});
