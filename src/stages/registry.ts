import type { Stage } from './stage.ts';

export type StageLoader = () => Promise<Stage>;

/** Every stage that can be run, by its name in a pipeline. Loaded when asked for, so that a stage pays for its own imports alone. */
export const stageLoaders: ReadonlyMap<string, StageLoader> = new Map<string, StageLoader>([
  ['onboarding', async () => (await import('./onboarding/onboarding.ts')).onboarding],
  ['concept', async () => (await import('./concept/concept.ts')).concept],
  ['image', async () => (await import('./image/image.ts')).image],
]);
