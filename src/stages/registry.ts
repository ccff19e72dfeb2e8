import type { Stage } from './stage.ts';

export type StageLoader = () => Promise<Stage>;

/**
 * Loaders of all stages of the available pipelines, by the name of the stage. A stage is loaded on demand, so that no stage loads
 * the imports of another stage.
 */
export const stageLoaders: ReadonlyMap<string, StageLoader> = new Map<string, StageLoader>([
  ['onboarding', async () => (await import('./onboarding/onboarding.ts')).onboarding],
  ['concept', async () => (await import('./concept/concept.ts')).concept],
  ['image', async () => (await import('./image/image.ts')).image],
]);
