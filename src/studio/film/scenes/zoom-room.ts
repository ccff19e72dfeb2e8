import { type Box, partOf } from '../../box.ts';
import { type Cuts, freeParts, hasEdges } from '../../photo/subject-cuts.ts';
import type { LayerOf } from '../../scene.ts';

type Photo = LayerOf<'photo'>;

/** A zoom into a photo. */
export interface Zoom {
  /** Factor of the size at which the film comes to rest. */
  zoom: number;
  /** Point of the photo's box that stays in place, in fractions (0 to 1) of the box. */
  anchor: readonly [number, number];
}

/** Part of the crop along one axis, as a start and an end in fractions of the crop, that a zoom must keep. */
type Span = readonly [from: number, to: number];

/** Zoom that is always possible: it cuts off less of the subject than its outline is sure. */
const zoomMin = 1.025;

/**
 * Returns a zoom of at most the wanted factor that keeps the subject of a photo in view in every frame: each edge of the
 * subject that the crop shows. The point that stays in place is the photo's focus, or the nearest to it that allows this.
 */
export function zoomInto({ picture, crop }: Photo, wanted: number): Zoom {
  const part = partOf(crop, picture);
  const [focusX, focusY] = picture.analysis.focus;
  const focus = [within((focusX - part.x) / part.width), within((focusY - part.y) / part.height)] as const;
  const { subjectBox } = picture.analysis;
  if (subjectBox === null || !hasEdges(picture)) return { zoom: wanted, anchor: focus };
  const free = freeParts(picture, subjectBox);
  const [across, down] = [alongX(subjectBox, part, free), alongY(subjectBox, part, free)];
  const zoom = Math.max(zoomMin, Math.min(wanted, mostFor(across), mostFor(down)));
  return { zoom, anchor: [anchorFor(across, focus[0], zoom), anchorFor(down, focus[1], zoom)] };
}

const within = (share: number): number => Math.min(1, Math.max(0, share));

/** Returns what a zoom must keep across a crop: the subject without its free parts, as far as the crop shows it. */
function alongX({ x, width }: Box, part: Box, { left, right }: Cuts): Span {
  return seen((x + left * width - part.x) / part.width, (x + (1 - right) * width - part.x) / part.width);
}

function alongY({ y, height }: Box, part: Box, { top, bottom }: Cuts): Span {
  return seen((y + top * height - part.y) / part.height, (y + (1 - bottom) * height - part.y) / part.height);
}

/** A subject that is free on both sides, whose end is before its start, may be cut anywhere. */
const seen = (from: number, to: number): Span => (from < to ? [within(from), within(to)] : [0.5, 0.5]);

const mostFor = ([from, to]: Span): number => 1 / Math.max(1e-3, to - from);

/** Returns the point nearest to `focus` that may stay in place, so that a zoom keeps the span. */
function anchorFor([from, to]: Span, focus: number, zoom: number): number {
  const spare = 1 - 1 / zoom;
  if (spare <= 0) return focus;
  const [least, most] = [(to - 1 / zoom) / spare, from / spare];
  return within(least > most ? (least + most) / 2 : Math.min(most, Math.max(least, focus)));
}
