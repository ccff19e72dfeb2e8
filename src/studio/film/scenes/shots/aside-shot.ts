import type { Box } from '../../../box.ts';
import { groundOf, shadowOn } from '../../../layouts/grounds.ts';
import { emptyScene, flat } from '../../../layouts/layout.ts';
import { productIn } from '../../../layouts/product-place.ts';
import { thingsOf } from '../../../layouts/product-column.ts';
import type { Scene } from '../../../scene.ts';
import type { ShotInput } from '../shot-input.ts';
import { decor } from './decor.ts';
import { alignFor, joined, wordsIn, type WordsOptions } from './words.ts';

/** Draws large type with the product small under its end, or beside it in a wide film. */
export function asideShot(input: ShotInput): Scene | null {
  const { format, product } = input;
  if (product === null || input.noText) return null;
  const ground = groundOf(input.choose('aside ground', ['loud', 'quiet', 'tinted'] as const), input.roles, 0.2);
  const { thing, type, end } = format.shape === 'wide' ? besideText(input) : underText(input);
  const words = wordsIn(input, { ground, ...type });
  const placed = productIn(product, thing, { fill: 1, standing: 1, shadow: shadowOn(ground.color) });
  if (words === null || placed === null) return null;
  if (end) placed.box.x = thing.x + thing.width - placed.box.width;
  const scene = emptyScene('aside', format);
  scene.layers.push(
    flat(format, ground.color),
    ...decor(input, ground.color, [...thingsOf(words), placed.box]),
    placed,
  );
  return joined(scene, words);
}

interface Places {
  /** Area of the product. */
  thing: Box;
  type: Omit<WordsOptions, 'ground'>;
  /** True if the product is at the end of its area, and not in the middle. */
  end: boolean;
}

/** Share of the canvas's width that the product gets in a wide film. */
const besideShare = 0.3;

function besideText({ format, floor }: ShotInput): Places {
  const { width, margin, u, safe } = format;
  const across = width * besideShare;
  const thing = { x: width - margin - across, y: 10 * u, width: across, height: floor - 10 * u };
  const area = { ...safe, width: thing.x - 4 * u - safe.x };
  return { thing, type: { area, anchor: 'middle', boost: 1.45 }, end: false };
}

/** Shares of the canvas's height that the product gets. */
const underShares = { square: 0.5, tall: 0.4 } as const;
/** Share of the height of the safe area that the product gets at most, because captions need a place too. */
const underShareMax = 0.55;

function underText(input: ShotInput): Places {
  const { format, floor } = input;
  const { width, height, margin, safe, u } = format;
  const align = alignFor(input);
  const share = underShares[format.shape === 'square' ? 'square' : 'tall'];
  const down = Math.min(height * share, (floor - safe.y) * underShareMax);
  const across = width * (align === 'center' ? 0.7 : 0.62);
  const x = align === 'center' ? (width - across) / 2 : width - margin - across;
  const area = { ...safe, height: Math.max(0, floor - down - 4 * u - safe.y) };
  return {
    thing: { x, y: floor - down, width: across, height: down },
    type: { area, anchor: 'top', align, boost: 1.5 },
    end: align === 'start',
  };
}
