import { ratioSideMax, ratioSpreadMax, ratiosMax, ratiosTextMax } from './limits.ts';

export interface AspectRatio {
  width: number;
  height: number;
  /** The aspect ratio as the client wrote it. It is not reduced: `2:2` stays `2:2`. */
  text: string;
}

export const resolutions = ['1K', '4K'] as const;
export type Resolution = (typeof resolutions)[number];

const longSidePx: Record<Resolution, number> = { '1K': 1024, '4K': 4096 };

const side = '([1-9]|[1-4][0-9]|50)';

/**
 * Regular expression for a list of aspect ratios, for JSON schemas and CRDs. It also accepts some lists that
 * `readAspectRatios` rejects.
 */
export const ratiosPattern = `^${side}:${side}([ \\t]*,[ \\t]*${side}:${side})*$`;
const valuesCel = "self.split(',').map(r, double(r.trim().split(':')[0]) / double(r.trim().split(':')[1]))";
/**
 * CEL expression that counts the different values in the list `vs`. If a value occurs n times, each occurrence adds
 * 1/n, so each different value adds 1.
 */
const differentCel = 'vs.map(v, 1.0 / double(vs.filter(o, o == v).size())).sum()';
const fitCel = `vs.all(v, v >= ${1 / ratioSpreadMax} && v <= ${ratioSpreadMax}.0)`;
/**
 * CEL rule for a list of aspect ratios. The text is parsed only once: a macro over a list with one item binds the
 * parsed ratios to the name `vs`, because CEL has no local variables.
 */
export const ratiosCel = `[${valuesCel}].all(vs, ${fitCel} && ${differentCel} < ${ratiosMax}.5)`;

/**
 * Parses a list of aspect ratios such as `1:1` or `1:1, 16:9`. Of several equal ratios (`1:1`, `2:2`), only the first is
 * returned. Returns undefined if any part is not a valid ratio, or if there are too many different ratios. Spaces and
 * tabs are allowed only around commas.
 */
export function readAspectRatios(text: string): AspectRatio[] | undefined {
  // Splitting takes quadratic time for a long run of blanks, so long text is rejected first.
  if (text.length > ratiosTextMax) return undefined;
  const ratios = new Map<number, AspectRatio>();
  for (const part of text.split(/[ \t]*,[ \t]*/)) {
    const ratio = readAspectRatio(part);
    if (ratio === undefined) return undefined;
    const value = ratio.width / ratio.height;
    if (!ratios.has(value)) ratios.set(value, ratio);
  }
  return ratios.size <= ratiosMax ? [...ratios.values()] : undefined;
}

export function parseAspectRatios(text: string): AspectRatio[] {
  const ratios = readAspectRatios(text);
  if (ratios === undefined) throw new RangeError(`not a list of aspect ratios: ${text}`);
  return ratios;
}

/**
 * Returns the width and height in pixels of an image with this aspect ratio. Its area is about that of a square with a
 * side of 1024 (1K) or 4096 (4K) pixels. Width and height are rounded to multiples of 16.
 */
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
