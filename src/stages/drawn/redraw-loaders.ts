import { adTypes } from '#ad-types';
import type { Redraw } from './drawn-stage.ts';

/** Functions that load what draws from a stored brief again, by the name of the stage that draws. */
export const redrawLoaders: ReadonlyMap<string, () => Promise<Redraw>> = new Map(
  adTypes.flatMap(({ stages }) => stages.flatMap(({ name, redraw }) => (redraw === undefined ? [] : [[name, redraw]]))),
);
