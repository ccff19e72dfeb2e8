import { adTypes } from '#ad-types';
import type { Redraw } from './drawn/drawn-stage.ts';
import type { Stage } from './stage.ts';

export type StageLoader = () => Promise<Stage>;

/**
 * Functions that load the stages of all types of ads, by the name of the stage. A stage is loaded on demand, so that no
 * process loads the imports of other stages.
 */
export const stageLoaders: ReadonlyMap<string, StageLoader> = new Map(
  adTypes.flatMap(({ stages }) => stages.map(({ name, load }) => [name, load])),
);

/** Functions that load what draws from a stored brief again, by the name of the stage that draws. */
export const redrawLoaders: ReadonlyMap<string, () => Promise<Redraw>> = new Map(
  adTypes.flatMap(({ stages }) => stages.flatMap(({ name, redraw }) => (redraw === undefined ? [] : [[name, redraw]]))),
);
