import { hex } from '../color.ts';
import type { Size } from '../box.ts';
import { type CutOut, hasTransparentRim, trimmed } from './cut-out.ts';
import type { OpenPicture } from './open.ts';
import { flood } from './plain-key.ts';

export interface FreedLogo {
  cutOut: CutOut;
  /** Colour of the ground that was removed, as `#rrggbb`; null if the file had none, or one that stays. */
  ground: string | null;
  /** True if the logo fills its box, as an app icon or a photo does. */
  isFilled: boolean;
}

/** Maximum difference from the colour of the ground, summed over the three channels, of a pixel of the ground. */
const groundTolerance = 30;
/** Minimum share (0 to 1) of the pixels in the corners that must have one colour, so that this colour is the ground. */
const cornerMin = 0.85;
/** Maximum part (0 to 1) of a badge in the colour of the ground, such as the letters on it. More makes it line art. */
const badgeHolesMax = 0.45;
/**
 * Maximum length of the outline of a badge, as a multiple of that of its box. Along rows and columns of pixels, a disc
 * and a box have the same length, and letters a much larger one.
 */
const badgeOutlineMax = 1.15;

type Color = readonly [red: number, green: number, blue: number];

/**
 * Removes the ground of a logo, which is the colour of its corners. What a badge encloses in this colour stays, because
 * it belongs to the badge; between letters and lines it is removed too. Returns null if no part is visible.
 */
export function freedLogo(picture: OpenPicture): FreedLogo | null {
  const rgba = picture.channels === 4 ? picture.pixels : withAlpha(picture.pixels);
  if (picture.channels === 4 && hasTransparentRim(picture)) {
    const cut = trimmed(rgba, picture, picture.scale);
    return cut === null ? null : { cutOut: cut, ground: null, isFilled: isFilled(cut) };
  }
  const ground = groundOf(rgba, picture);
  const cut = ground === null ? null : trimmed(without(rgba, picture, ground), picture, picture.scale);
  if (ground !== null && cut !== null && isBelievable(cut))
    return { cutOut: cut, ground: hex(ground), isFilled: isFilled(cut) };
  const whole = trimmed(rgba, picture, picture.scale);
  return whole === null ? null : { cutOut: whole, ground: null, isFilled: true };
}

function withAlpha(pixels: Buffer): Buffer {
  const rgba = Buffer.alloc((pixels.length / 3) * 4, 255);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) pixels.copy(rgba, to, from, from + 3);
  return rgba;
}

function groundOf(rgba: Buffer, { width, height }: Size): Color | null {
  const side = Math.max(1, Math.round(Math.min(width, height) * 0.03));
  const corners: number[] = [];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      for (const row of [y, height - 1 - y]) corners.push(row * width + x, row * width + width - 1 - x);
  if (corners.some((at) => (rgba[at * 4 + 3] ?? 0) < 200)) return null;
  const median = (channel: number) =>
    corners.map((at) => rgba[at * 4 + channel] ?? 0).sort((a, b) => a - b)[corners.length >> 1] ?? 0;
  const ground: Color = [median(0), median(1), median(2)];
  const same = corners.filter((at) => difference(rgba, at, ground) <= groundTolerance).length;
  return same / corners.length >= cornerMin ? ground : null;
}

const difference = (rgba: Buffer, at: number, [red, green, blue]: Color): number =>
  (rgba[at * 4 + 3] ?? 0) < 24
    ? 0
    : Math.abs((rgba[at * 4] ?? 0) - red) +
      Math.abs((rgba[at * 4 + 1] ?? 0) - green) +
      Math.abs((rgba[at * 4 + 2] ?? 0) - blue);

function without(rgba: Buffer, size: Size, ground: Color): Buffer {
  const isGround = Uint8Array.from({ length: size.width * size.height }, (_, at) =>
    difference(rgba, at, ground) <= groundTolerance ? 1 : 0,
  );
  const around = flood(size, (at) => isGround[at] === 1);
  return lifted(rgba, size, { ground, clear: isBadge(isGround, around, size) ? around : isGround });
}

function isBadge(isGround: Uint8Array, around: Uint8Array, { width, height }: Size): boolean {
  let [left, top, right, bottom] = [width, height, 0, 0];
  let [inside, holes, outline] = [0, 0, 0];
  for (let at = 0; at < around.length; at++) {
    if (around[at] === 1) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    inside++;
    holes += isGround[at] ?? 0;
    const beside = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
    outline += beside.filter((near) => around[near] !== 0).length;
  }
  const aroundBox = 2 * (right - left + 1 + bottom - top + 1);
  return outline <= badgeOutlineMax * aroundBox && holes <= badgeHolesMax * inside;
}

/**
 * Makes the ground transparent. A pixel next to it is a mixture of the ground and the strongest colour nearby; it gets
 * this colour, and the share of this colour as its opacity.
 */
function lifted(
  rgba: Buffer,
  { width, height }: Size,
  { ground, clear }: { ground: Color; clear: Uint8Array },
): Buffer {
  const made = Buffer.from(rgba);
  const reach = 2;
  for (let at = 0; at < clear.length; at++) {
    if (clear[at] === 1) made[at * 4 + 3] = 0;
    else mixAtEdge(at);
  }
  return made;

  function mixAtEdge(at: number): void {
    if (!isEdge(at)) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    let [strongest, most] = [at, difference(rgba, at, ground)];
    for (let ny = Math.max(0, y - reach); ny <= Math.min(height - 1, y + reach); ny++) {
      for (let nx = Math.max(0, x - reach); nx <= Math.min(width - 1, x + reach); nx++) {
        const near = ny * width + nx;
        const away = difference(rgba, near, ground);
        if (away > most) [strongest, most] = [near, away];
      }
    }
    const share = difference(rgba, at, ground) / Math.max(1, most);
    if (share > 0.92) return;
    rgba.copy(made, at * 4, strongest * 4, strongest * 4 + 3);
    made[at * 4 + 3] = Math.round((rgba[at * 4 + 3] ?? 255) * share);
  }

  /** Reports whether one of the eight neighbours of a pixel is ground. */
  function isEdge(at: number): boolean {
    const x = at % width;
    const [left, right] = [x > 0 ? 1 : 0, x < width - 1 ? 1 : 0];
    for (let row = at - width; row <= at + width; row += width)
      for (let near = row - left; near <= row + right; near++) if (clear[near] === 1) return true;
    return false;
  }
}

function isBelievable(cut: CutOut): boolean {
  return visibleShare(cut) > 0.01 && Math.min(cut.width, cut.height) >= 8;
}

function isFilled(cut: CutOut): boolean {
  return visibleShare(cut) > 0.93;
}

function visibleShare({ pixels, width, height }: CutOut): number {
  let visible = 0;
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 127) visible++;
  return visible / (width * height);
}
