import { adTypes } from '#ad-types';
import { redrawStageName } from '../domain/redraw.ts';
import type { Stage } from './stage.ts';

export type StageLoader = () => Promise<Stage>;

/**
 * Functions that load the stages of all types of ads, by the name of the stage, and the stage that draws from a stored
 * brief again. A stage is loaded on demand, so that no process loads the imports of other stages.
 */
export const stageLoaders: ReadonlyMap<string, StageLoader> = new Map<string, StageLoader>([
  ...adTypes.flatMap(({ stages }) => stages.map(({ name, load }) => [name, load] as const)),
  [redrawStageName, async () => (await import('./drawn/redraw-stage.ts')).redrawStage],
]);
