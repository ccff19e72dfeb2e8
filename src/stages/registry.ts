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
  ['video', async () => (await import('./video/video.ts')).video],
]);
