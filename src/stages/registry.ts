import type { Stage } from './stage.ts';

export type StageLoader = () => Promise<Stage>;

/** All stages by their names in a pipeline. A stage is loaded on demand, so that it pays for its own imports only. */
export const stageLoaders: ReadonlyMap<string, StageLoader> = new Map<string, StageLoader>([
  ['onboarding', async () => (await import('./onboarding/onboarding.ts')).onboarding],
  ['concept', async () => (await import('./concept/concept.ts')).concept],
  ['image', async () => (await import('./image/image.ts')).image],
]);
