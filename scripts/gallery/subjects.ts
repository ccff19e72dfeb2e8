import type { Brief, Picture } from '../../src/studio/brief.ts';
import { madePoster, madeScene, madeScreenshot } from '../../test/support/studio/made-scenes.ts';
import { briefOf } from './briefs.ts';
import { sage } from './palettes.ts';

const copy = {
  headline: 'Made for slow mornings',
  subheadline: 'Small batches, sent out every Thursday.',
  cta: 'See it now',
};

/**
 * Pictures drawn by code with a part that must not be cropped or covered by text; each name describes the difficulty.
 */
export async function subjectBriefs(): Promise<Record<string, Brief>> {
  const pictures: [string, Promise<Picture>][] = [
    ['subject-middle', madeScene({ x: 0.42, y: 0.18, width: 0.16, height: 0.64 })],
    ['subject-side', madeScene({ x: 0.7, y: 0.2, width: 0.16, height: 0.6 })],
    ['subject-everywhere', madeScene({ x: 0.06, y: 0.06, width: 0.88, height: 0.88 })],
    ['subject-none', madeScene(null)],
    ['screen-desktop', madeScreenshot()],
    ['screen-phone', madeScreenshot({ width: 720, height: 1480 })],
    ['lettered-banner', madePoster()],
  ];
  const made = await Promise.all(
    pictures.map(async ([name, picture], i): Promise<[string, Brief]> => {
      const tone = (['natural', 'friendly', 'bold', 'elegant'] as const)[i % 4] ?? 'natural';
      return [name, briefOf({ name: 'Hazel & Rye', seed: name, tone, ...sage, pictures: [await picture], copy })];
    }),
  );
  return Object.fromEntries(made);
}
