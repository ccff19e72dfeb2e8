import { joined, type Layer, type Scene, type TextBlock, thingsOf } from '../../../scene.ts';
import { bottomOf, topOf } from '../../../box.ts';
import { blend, contrastOf } from '../../../color.ts';
import { groundOf, type Ground } from '../../../layouts/grounds.ts';
import { emptyScene, flat, block } from '../../../layouts/layout.ts';
import type { LayoutInput } from '../../../composition.ts';
import { decor } from './decor.ts';
import { alignFor, wordsIn } from './words.ts';

/** Factor by which type is larger than beside a picture, because it has the whole canvas. By shape of the canvas. */
const boosts = { skyscraper: 1.5, tall: 1.6, square: 1.5, wide: 1.6, banner: 1.5 } as const;

/**
 * Draws a shot without a picture: large type on a ground of one colour, with shapes. Used for scenes without a picture,
 * and if no layout with a picture passes the quality checks.
 */
export function typeShot(input: LayoutInput): Scene | null {
  const { format } = input;
  const ground = groundOf(input.choose('type ground', ['loud', 'quiet', 'tinted'] as const), input.roles, 0.2);
  const align = alignFor(input);
  const anchor = input.attempt > 0 ? 'middle' : input.choose('type anchor', anchors);
  const boost = boosts[format.shape] * (input.attempt > 0 ? 0.8 : 1);
  const placed = wordsIn(input, { area: format.safe, ground, anchor, align, boost });
  if (placed === null) return null;
  // A short text at the foot would leave the rest of the canvas empty.
  const isShort = bottomOf(thingsOf(placed)) - topOf(thingsOf(placed), 0) < shortMax * format.safe.height;
  const words = isShort ? wordsIn(input, { area: format.safe, ground, anchor: 'middle', align, boost }) : placed;
  if (words === null) return null;
  const shapes = [...decor(input, ground.color, thingsOf(words)), ...accentBar(input, words.texts, ground)];
  return joined(emptyScene('type', format, flat(format, ground.color), ...shapes), words);
}

/** Share of the height of the safe area below which a text is short. */
const shortMax = 0.45;

const anchors = ['middle', 'bottom', 'middle'] as const;

/** A short bar of the accent colour above the text, for tones that use bars. */
function accentBar(input: LayoutInput, texts: readonly TextBlock[], ground: Ground): Layer[] {
  const { format, roles, tone } = input;
  const head = texts.find(({ role }) => role === 'headline');
  if (
    head === undefined ||
    texts.length > 1 ||
    head.align === 'center' ||
    (tone !== 'bold' && tone !== 'elegant' && tone !== 'natural')
  )
    return [];
  const thick = (tone === 'bold' ? 1.6 : 0.35) * format.u;
  const y = head.box.y - 3.5 * format.u;
  if (y < format.safe.y - 4 * format.u) return [];
  const color = contrastOf(roles.accent, ground.color) >= 1.4 ? roles.accent : blend(ground.color, roles.ink, 0.5);
  return [block({ x: head.box.x, y, width: 14 * format.u, height: thick }, color)];
}
