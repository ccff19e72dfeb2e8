import type { ColorRoles } from '../brief.ts';
import { greyOf } from '../color.ts';
import type { Look } from '../photo/analysis.ts';
import type { Layer, Scene } from '../scene.ts';
import { type Box, type Edge, inset } from '../box.ts';
import type { Format } from '../format.ts';
import { isFree, levelWith } from './field.ts';
import type { LayoutInput } from '../composition.ts';
import { drawingOn } from './logo-mark.ts';
import { type Corner, type Mark, markIn, setsName } from './mark.ts';
import { isAside, type LookUnder, type Themed, veilFor } from './veil.ts';

function cornersFor(side: Edge, isBanner: boolean): readonly Corner[] {
  if (side === 'top') return ['bottom-start', 'bottom-end'];
  if (side === 'bottom') return ['top-start', 'top-end'];
  if (isBanner) return side === 'left' ? ['top-end', 'bottom-end'] : ['top-start', 'bottom-start'];
  return side === 'left' ? ['top-start'] : ['top-end'];
}

const onSubjectMax = 0.08;

/**
 * Returns the corner in which the smallest part of the logo or brand name lies on the photo's subject; the first of two
 * nearly equal corners. Returns null if this part is too large in every corner. For an ad without text, a corner is
 * always returned.
 */
export function freeCorner(input: LayoutInput, side: Edge, seen: LookUnder): Corner | null {
  const found = cornersFor(side, input.format.shape === 'banner').map((corner) => {
    const mark = markIn(input, { area: input.format.safe, corner, ground: input.roles.surface });
    return { corner, onSubject: mark === null ? 0 : seen(mark.box).onSubject };
  });
  const best = found.reduce((kept, next) => (next.onSubject < kept.onSubject - 0.02 ? next : kept));
  return input.noText || best.onSubject <= onSubjectMax ? best.corner : null;
}

/**
 * Places the logo or brand name beside the text. Returns null if the distance to the text would be too small, if the
 * logo or name would lie on the photo's subject, or if the translucent layer would have to be more opaque.
 */
export function markBeside(input: LayoutInput, { column, roles, veil }: Themed, seen: LookUnder): Mark | null {
  const { format } = input;
  const options = { area: format.safe, corner: 'bottom-end' } as const;
  const trial = levelWith(column, markIn(input, { ...options, ground: roles.surface }));
  if (trial === null || trial.box.y + trial.box.height > format.safe.y + format.safe.height + 1) return null;
  if (!isFree(trial, column, format)) return null;
  const under = seen(inset(trial.box, -trial.box.height * 0.5));
  if (under.onSubject > onSubjectMax) return null;
  const needed = veilFor(under, roles.ink, roles.surface, setsName(input) ? 5 : 3.4);
  return needed <= veil + 0.001 ? trial : null;
}

export interface MarkPlace {
  side: Edge;
  corner: Corner;
  roles: ColorRoles;
  seen: LookUnder;
}

export function markOn(input: LayoutInput, { side, corner, roles, seen }: MarkPlace, scene: Scene): Mark | null {
  const { format } = input;
  const options = { area: format.safe, corner };
  const trial = markIn(input, { ...options, ground: roles.surface });
  if (trial === null) return null;
  const scrim = scene.layers.find((layer) => layer.kind === 'scrim');
  if (scrim !== undefined && isAside(side) && format.shape !== 'banner')
    return markIn(input, { ...options, ground: scrim.color });
  const under = seen(inset(trial.box, -trial.box.height * 0.5));
  const best = thinnest(input, under, roles);
  if (best.veil === 0 || isOnPlate(input, best.roles.surface))
    return markIn(input, { ...options, ground: [greyOf(under.dark), greyOf(under.bright)] });
  scene.layers.push(
    ownVeil(format, trial.box, { corner, color: best.roles.surface, strength: Math.min(0.8, best.veil) }),
  );
  return markIn(input, { ...options, ground: best.roles.surface });
}

/** Reports whether a logo needs a plate also on a veil in this colour. The veil is then left out. */
const isOnPlate = (input: LayoutInput, veil: string): boolean =>
  input.logo !== null && !setsName(input) && drawingOn(input, input.logo, veil).plate !== null;

/**
 * Chooses the theme (light or dark) of the logo or brand name. The theme of the text is preferred unless the other
 * theme needs a much less opaque translucent layer.
 */
function thinnest(input: LayoutInput, under: Look, own: ColorRoles): { roles: ColorRoles; veil: number } {
  const limit = setsName(input) ? 5.4 : 4;
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
