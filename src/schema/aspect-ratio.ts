import { ratioSideMax, ratioSpreadMax, ratiosMax, ratiosTextMax } from './limits.ts';

export interface AspectRatio {
  width: number;
  height: number;
  /** As the client spelled it: `2:2` stays `2:2`. */
  text: string;
}

export const resolutions = ['1K', '4K'] as const;
export type Resolution = (typeof resolutions)[number];

const longSidePx: Record<Resolution, number> = { '1K': 1024, '4K': 4096 };

const side = '([1-9]|[1-4][0-9]|50)';

/** What a schema can say of the text; `readAspectRatios` is the whole rule. */
export const ratiosPattern = `^${side}:${side}([ \\t]*,[ \\t]*${side}:${side})*$`;
const valuesCel = "self.split(',').map(r, double(r.trim().split(':')[0]) / double(r.trim().split(':')[1]))";
/** Each value counts as one over how often it is there: together they count the different ones. */
const differentCel = 'vs.map(v, 1.0 / double(vs.filter(o, o == v).size())).sum()';
const fitCel = `vs.all(v, v >= ${1 / ratioSpreadMax} && v <= ${ratioSpreadMax}.0)`;
/** The list of one list gives the values a name, so that they are reckoned once. */
export const ratiosCel = `[${valuesCel}].all(vs, ${fitCel} && ${differentCel} < ${ratiosMax}.5)`;

/**
 * The ratios of `W:H` or `W:H, W:H, ...`, each value once under its first spelling; undefined where any is not one. Blanks
 * may stand around the commas only.
 */
export function readAspectRatios(text: string): AspectRatio[] | undefined {
  if (text.length > ratiosTextMax) return undefined; // what follows is quadratic in a long row of blanks
  const ratios = new Map<number, AspectRatio>();
  for (const part of text.split(/[ \t]*,[ \t]*/)) {
    const ratio = readAspectRatio(part);
    if (ratio === undefined) return undefined;
    const value = ratio.width / ratio.height;
    if (!ratios.has(value)) ratios.set(value, ratio);
  }
  return ratios.size <= ratiosMax ? [...ratios.values()] : undefined;
}

/** The ratios of a request that was checked. Throws where `readAspectRatios` finds none. */
export function parseAspectRatios(text: string): AspectRatio[] {
  const ratios = readAspectRatios(text);
  if (ratios === undefined) throw new RangeError(`These are not aspect ratios: ${text}`);
  return ratios;
}

/** Width and height in pixels: the area of a square of 1024 or 4096, each side a multiple of 16. */
export function imageSize(ratio: Pick<AspectRatio, 'width' | 'height'>, resolution: Resolution) {
  const sidePx = (share: number): number => 16 * Math.round((longSidePx[resolution] * Math.sqrt(share)) / 16);
  return { width: sidePx(ratio.width / ratio.height), height: sidePx(ratio.height / ratio.width) };
}

function readAspectRatio(text: string): AspectRatio | undefined {
  const match = /^([1-9]\d?):([1-9]\d?)$/.exec(text);
  if (match === null) return undefined;
  const [width, height] = [Number(match[1]), Number(match[2])];
  if (Math.max(width, height) > ratioSideMax) return undefined;
  const spread = Math.max(width / height, height / width);
  return spread <= ratioSpreadMax ? { width, height, text } : undefined;
}
