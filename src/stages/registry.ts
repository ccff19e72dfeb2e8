import type { Redraw } from './drawn/drawn-stage.ts';
import type { Stage } from './stage.ts';

export type StageLoader = () => Promise<Stage>;

/**
 * Functions that load the stages of all available pipelines, by the name of the stage. A stage is loaded on demand, so
 * that no process loads the imports of other stages.
 */
export const stageLoaders: ReadonlyMap<string, StageLoader> = new Map<string, StageLoader>([
  ['onboarding', async () => (await import('./onboarding/onboarding.ts')).onboarding],
  ['concept', async () => (await import('./concept/concept.ts')).concept],
  ['image', async () => (await import('./image/image.ts')).image],
  ['script', async () => (await import('./script/script.ts')).script],
  ['video', async () => (await import('./video/video.ts')).video],
]);

/** Functions that load what draws from a stored brief again, by the name of the stage that draws. */
export const redrawLoaders: ReadonlyMap<string, () => Promise<Redraw>> = new Map([
  ['image', async () => (await import('./image/image.ts')).redrawImage],
  ['video', async () => (await import('./video/video.ts')).redrawVideo],
]);
