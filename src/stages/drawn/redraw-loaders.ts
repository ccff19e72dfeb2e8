import { adTypes } from '#ad-types';
import type { Redraw } from './drawn-stage.ts';

/** Loaders of the functions that draw from a stored brief, by the name of the stage. */
export const redrawLoaders: ReadonlyMap<string, () => Promise<Redraw>> = new Map(
  adTypes.flatMap(({ stages }) => stages.flatMap(({ name, redraw }) => (redraw === undefined ? [] : [[name, redraw]]))),
);
