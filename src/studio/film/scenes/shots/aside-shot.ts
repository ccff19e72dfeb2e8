import type { Box, Size } from '../../../box.ts';
import { groundOf, type Ground } from '../../../layouts/grounds.ts';
import { emptyScene, flat } from '../../../layouts/layout.ts';
import { productIn } from '../../../layouts/product-place.ts';
import { type Scene, joined, thingsOf } from '../../../scene.ts';
import type { LayoutInput } from '../../../composition.ts';
import { decor } from './decor.ts';
import { filmHero } from './film-hero.ts';
import { alignFor, wordsIn, type WordsOptions } from './words.ts';

/** Draws large type with the product under its end, or beside it in a wide film. */
export function asideShot(input: LayoutInput): Scene | null {
  const { format, product } = input;
  if (product === null || input.noText) return null;
  const ground = groundOf(input.choose('aside ground', ['loud', 'quiet', 'tinted'] as const), input.roles, 0.2);
  const plan = asidePlan(input, product, ground);
  if (plan === null) return null;
  const { thing, words, end } = plan;
  const placed = productIn(product, thing, ground.color);
  if (placed === null) return null;
  if (end) placed.box.x = thing.x + thing.width - placed.box.width;
  const shapes = decor(input, ground.color, [...thingsOf(words), placed.box]);
  return joined(emptyScene('aside', format, flat(format, ground.color), ...shapes, placed), words);
}

interface Places {
  /** Area of the product. */
  thing: Box;
  type: Omit<WordsOptions, 'ground'>;
  /** True if the product is at the end of its area, and not in the middle. */
  end: boolean;
}

/** Sizes of the product, as factors of the largest one. A smaller one is tried if the type beside it would be small. */
const sizes = [1, 0.9, 0.8] as const;
/** Minimum sizes of a headline, and of a price or percentage, in type units. */
const typeMin = { headline: 8, deal: 13 } as const;

/**
 * Returns the plan with the largest product among those with large type. If no plan has large type, returns the plan
 * with the largest type.
 */
function asidePlan(input: LayoutInput, product: Size, ground: Ground): (Places & { words: Scene }) | null {
  const plans = sizes
    .map((size) => (input.format.shape === 'wide' ? besideText(input, size) : underText(input, product, size)))
    .flatMap((places) => {
      const words = wordsIn(input, { ground, ...places.type });
      return words === null ? [] : [{ ...places, words }];
    });
  const typeOf = ({ words }: { words: Scene }) => Math.max(0, ...words.texts.map(({ size }) => size));
  const byType = plans.toSorted((a, b) => typeOf(b) - typeOf(a));
  const least = typeMin[filmHero(input.type.texts, input.largest) === null ? 'headline' : 'deal'] * input.format.type;
  return plans.find((plan) => typeOf(plan) >= least) ?? byType[0] ?? null;
}

/** Share of the canvas's width that the product gets in a wide film. */
const besideShare = 0.36;

function besideText({ format, floor }: LayoutInput, size: number): Places {
  const { width, margin, u, safe } = format;
  const across = width * besideShare * size;
  const thing = { x: width - margin - across, y: 8 * u, width: across, height: floor - 8 * u };
  const area = { ...safe, width: thing.x - 4 * u - safe.x };
  return { thing, type: { area, anchor: 'middle', boost: 1.45 }, end: false };
}

/** Shares of the height under the top of the safe area that the product gets. */
const underShares = { square: 0.7, tall: 0.75 } as const;
/** Widths of the area of the product, as shares of the canvas's width. */
const underWidths = { center: 0.88, start: 0.76 } as const;

/** In a story, the product stands above the controls of the phone. */
function underText(input: LayoutInput, product: Size, size: number): Places {
  const { format, floor } = input;
  const { width, margin, safe, u, zones } = format;
  const align = alignFor(input);
  const foot = zones === null ? floor : Math.min(floor, safe.y + safe.height);
  const across = width * underWidths[align];
  const share = underShares[format.shape === 'square' ? 'square' : 'tall'];
  const down = Math.min((foot - safe.y) * share * size, (across * product.height) / product.width);
  const x = align === 'center' ? (width - across) / 2 : width - margin - across;
  const area = { ...safe, height: Math.max(0, foot - down - 4 * u - safe.y) };
  return {
    thing: { x, y: foot - down, width: across, height: down },
    type: { area, anchor: 'top', align, boost: 1.5 },
    end: align === 'start',
  };
}
