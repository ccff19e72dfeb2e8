import { expect, test } from '@jest/globals';
import { madePackshot } from '../../../../../test/support/studio/made-pictures.ts';
import { dark, light } from '../../../../../test/support/brands/sample-roles.ts';
import { inputFor } from '../../../attempts.ts';
import type { Brief } from '../../../brief.ts';
import { noCopy } from '../../../copy/drawn-copy.ts';
import { firstThatPasses, inRounds } from '../../../first-that-passes.ts';
import { formatOf } from '../../../format.ts';
import { gatherMaterials } from '../../../materials.ts';
import { checkScene } from '../../../rules/check-scene.ts';
import { textEngine, typesetterFor } from '../../../studio.ts';
import { shots } from './registry.ts';

test.each(['studio', 'podium', 'aside'] as const)('the shot %s of films draws an image ad', async (name) => {
  const brief: Brief = {
    ...{
      seed: 'a shot as an ad',
      language: 'en',
      concept: null,
      tone: 'natural',
      facts: [],
      noText: false,
      direction: {},
    },
    kit: { name: 'Verdane', light, dark, prefers: 'light', fonts: [], logo: null },
    copy: { ...noCopy, headline: 'Cold all day' },
    pictures: [
      { bytes: await madePackshot(400, 640), width: 400, height: 640, role: 'packshot', hasAlpha: true, alt: null },
    ],
  };
  const format = formatOf({ width: 500, height: 500 });
  const engine = await textEngine();
  const [materials, type] = await Promise.all([gatherMaterials(brief, format), typesetterFor(brief, format, engine)]);
  const composition = { name, draw: shots[name] };
  const { made } = await firstThatPasses(inRounds([{ composition, attempt: 0 }]), {
    input: inputFor(brief, format, { materials, type }),
    judge: async (scene) => ({ made: scene, ...(await checkScene(scene, [scene.texts], { engine, format })) }),
    onRejected: () => undefined,
  });
  expect(made).toMatchObject({ layout: name, texts: [{ role: 'headline' }] });
});
