import type { Brief, Picture } from '../../src/studio/brief.ts';
import { madePoster, madeScene, madeScreenshot } from '../../test/support/made-scenes.ts';
import { briefOf } from './briefs.ts';

const light = {
  surface: '#f7f5f0',
  ink: '#1f2a26',
  primary: '#1f6a52',
  onPrimary: '#ffffff',
  accent: '#d9a441',
  muted: '#6f7a74',
};
const dark = {
  surface: '#101a16',
  ink: '#eef5f1',
  primary: '#7fd1b3',
  onPrimary: '#0a241b',
  accent: '#e3bd6c',
  muted: '#93a39b',
};
const copy = {
  headline: 'Made for slow mornings',
  subheadline: 'Small batches, sent out every Thursday.',
  cta: 'See it now',
};

/** Pictures of which a part must not be lost or written over, drawn by code; each named for what is hard about it. */
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
      return [name, briefOf({ name: 'Hazel & Rye', seed: name, tone, light, dark, pictures: [await picture], copy })];
    }),
  );
  return Object.fromEntries(made);
}
