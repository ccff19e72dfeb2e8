import type { ColorRoles } from '../brief.ts';
import { luminanceOf } from '../color.ts';
import type { Look } from '../photo/analysis.ts';
import type { Layer, Scene } from '../scene.ts';
import { type Box, type Edge, inset } from '../box.ts';
import type { Format } from '../format.ts';
import { isFree, levelWith } from './field.ts';
import type { LayoutInput } from './layout.ts';
import { type Corner, type Mark, markIn } from './mark.ts';
import { isAside, type Seen, type Themed, veilFor } from './veil.ts';

/**
 * Returns the corners in which the mark (logo or brand name) may be: away from the text, or above a text column at the
 * left or right.
 */
function cornersFor(side: Edge, isBanner: boolean): readonly Corner[] {
  if (side === 'top') return ['bottom-start', 'bottom-end'];
  if (side === 'bottom') return ['top-start', 'top-end'];
  if (isBanner) return side === 'left' ? ['top-end', 'bottom-end'] : ['top-start', 'bottom-start'];
  return side === 'left' ? ['top-start'] : ['top-end'];
}

/** Largest share of a mark (logo or brand name) that may lie on the subject of the photo. */
const onSubjectMax = 0.08;

/**
 * Returns the corner in which the mark (logo or brand name) overlaps the subject least, with the first corner preferred
 * in near ties. Returns null if it overlaps too much in each corner, except in an ad without text.
 */
export function freeCorner(input: LayoutInput, side: Edge, seen: Seen): Corner | null {
  const found = cornersFor(side, input.format.shape === 'banner').map((corner) => {
    const mark = markIn(input, { area: input.format.safe, corner, ground: 0 });
    return { corner, onSubject: mark === null ? 0 : seen(mark.box).onSubject };
  });
  const best = found.reduce((kept, next) => (next.onSubject < kept.onSubject - 0.02 ? next : kept));
  return input.noText || best.onSubject <= onSubjectMax ? best.corner : null;
}

/**
 * Puts the mark (logo or brand name) level with the last element of the column of text, over the veil (a translucent
 * layer) of the text. Returns null if the mark would be too near to the text, would lie on the subject, or would need a
 * stronger veil.
 */
export function markBeside(input: LayoutInput, { column, roles, veil }: Themed, seen: Seen): Mark | null {
  const { format } = input;
  const options = { area: format.safe, corner: 'bottom-end' } as const;
  const trial = levelWith(column, markIn(input, { ...options, ground: luminanceOf(roles.surface) }));
  if (trial === null || trial.box.y + trial.box.height > format.safe.y + format.safe.height + 1) return null;
  if (!isFree(trial, column)) return null;
  const under = seen(inset(trial.box, -trial.box.height * 0.5));
  if (under.onSubject > onSubjectMax) return null;
  const needed = veilFor(under, roles.ink, roles.surface, input.logo === null ? 5 : 3.4);
  return needed <= veil + 0.001 ? trial : null;
}

export interface MarkPlace {
  side: Edge;
  corner: Corner;
  /**
   * Theme (light or dark colours) of the text. The mark uses this theme too unless the photo requires the other theme.
   */
  roles: ColorRoles;
  seen: Seen;
}

/**
 * Puts the mark (logo or brand name) on the photo: over the veil (a translucent layer) of the text if that veil covers
 * the corner, else over a thin veil of its own if necessary.
 */
export function markOn(input: LayoutInput, { side, corner, roles, seen }: MarkPlace, scene: Scene): Mark | null {
  const { format } = input;
  const options = { area: format.safe, corner };
  const trial = markIn(input, { ...options, ground: 0 });
  if (trial === null) return null;
  const scrim = scene.layers.find((layer) => layer.kind === 'scrim');
  if (scrim !== undefined && isAside(side) && format.shape !== 'banner')
    return markIn(input, { ...options, ground: luminanceOf(scrim.color) });
  const under = seen(inset(trial.box, -trial.box.height * 0.5));
  const best = thinnest(input, under, roles);
  if (best.veil === 0) return markIn(input, { ...options, ground: (under.bright + under.dark) / 2 });
  scene.layers.push(
    ownVeil(format, trial.box, { corner, color: best.roles.surface, strength: Math.min(0.8, best.veil) }),
  );
  return markIn(input, { ...options, ground: luminanceOf(best.roles.surface) });
}

/**
 * Returns the theme for the mark (logo or brand name) and the strength of the veil (a translucent layer) that the mark
 * then needs. The theme is the theme of the text unless the other theme needs a much thinner veil.
 */
function thinnest(input: LayoutInput, under: Look, own: ColorRoles): { roles: ColorRoles; veil: number } {
  const limit = input.logo === null ? 5.4 : 4;
  const veils = [own, own === input.roles ? input.otherRoles : input.roles].map((roles) => ({
    roles,
    veil: veilFor(under, roles.ink, roles.surface, limit),
  }));
  return veils.reduce((kept, other) => (other.veil < kept.veil - 0.35 ? other : kept));
}

function ownVeil(
  format: Format,
  mark: Box,
  { corner, color, strength }: { corner: Corner; color: string; strength: number },
): Layer {
  const edge: Edge = corner.startsWith('top') ? 'top' : 'bottom';
  const solid = edge === 'top' ? mark.y + mark.height : format.height - mark.y;
  return { kind: 'scrim', edge, solid, fade: 20 * format.u, color, strength };
}
