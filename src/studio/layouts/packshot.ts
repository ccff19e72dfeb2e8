import type { Box } from '../scene.ts';
import type { Shape, Stage } from '../stage.ts';
import { type FieldWish, textField } from './field.ts';
import { groundOf, litGround, shadowOn } from './grounds.ts';
import { emptyScene, type Layout, type LayoutInput, wordiness } from './layout.ts';
import { productIn } from './product-place.ts';

/** The product alone in the brand's light, a quiet headline beside or above it. */
export const packshot: Layout = {
  name: 'packshot',
  suits: (_, { product }) => (product === null ? 0 : 1),
  draw(input) {
    const { product, stage } = input;
    if (product === null) return null;
    const scene = emptyScene('packshot', stage);
    const style = input.choose('packshot ground', ['tinted', 'loud', 'quiet', 'tinted'] as const);
    const ground = groundOf(style, input.roles, 0.16);
    const whole = { x: 0, y: 0, width: stage.width, height: stage.height };
    scene.layers.push({ kind: 'gradient', box: whole, ...litGround(ground), toward: 'center' });
    const plan = planFor(input, product.width / product.height);
    const { standing } = plan;
    const placed = productIn(product, plan.thing, { fill: 1, standing, shadow: shadowOn(ground.color) });
    if (placed === null) return null;
    scene.layers.push(placed);
    const column = textField(input, scene, { ...plan.column, area: plan.text, ground });
    return column === null ? null : scene;
  },
};

interface Plan {
  text: Box;
  thing: Box;
  /** Where the product stands in its area: 0 at the top, 1 at the foot. */
  standing: number;
  column: Pick<FieldWish, 'mark' | 'align' | 'anchor' | 'boost'>;
}

/** Taller than this, a product stands beside the text of a square. */
const uprightMax = 0.72;

/** Beside each other where the canvas is wide, or square with an upright product; else one above the other. */
function planFor(input: LayoutInput, productRatio: number): Plan {
  const { stage } = input;
  const isWide = stage.shape === 'wide' || stage.shape === 'banner';
  if (input.noText) return alone(stage, isWide);
  const isUpright = stage.shape === 'square' && stage.width > stage.height * 0.9 && productRatio < uprightMax;
  return isWide || isUpright ? beside(input) : stacked(input);
}

function alone({ safe, u }: Stage, isWide: boolean): Plan {
  const head = isWide ? 2 * u : safe.height * 0.2;
  const thing = { ...safe, y: safe.y + head, height: safe.height - head - (isWide ? u : 0) };
  return { text: safe, thing, standing: 1, column: { mark: 'top' } };
}

function beside(input: LayoutInput): Plan {
  const { safe, u, shape } = input.stage;
  const usual = { banner: 0.38, square: 0.36, wide: 0.43, tall: 0.4, skyscraper: 0.4 }[shape];
  const share = wordiness(input) > 140 ? 0.34 : usual;
  const width = safe.width * share;
  const thing = { x: safe.x + safe.width - width, y: safe.y + 2 * u, width, height: safe.height - 4 * u };
  const text = { ...safe, width: safe.width - width - 4 * u };
  const isBanner = shape === 'banner';
  const column: Plan['column'] = isBanner
    ? { mark: 'bottom', anchor: 'middle', boost: 1.1 }
    : { mark: 'top', anchor: 'bottom', boost: 0.92 };
  return { text, thing, standing: 0.5, column };
}

/** The product's part of the height. */
const heightShare: Record<Shape, number> = { skyscraper: 0.62, tall: 0.51, square: 0.48, wide: 0.5, banner: 0.5 };

function stacked(input: LayoutInput): Plan {
  const { safe, u, shape, zones } = input.stage;
  const share = wordiness(input) > 140 ? 0.36 : zones === null ? heightShare[shape] : 0.46;
  const height = safe.height * share;
  const thing = { ...safe, y: safe.y + safe.height - height, height: height - 2 * u };
  const align = input.choose('packshot align', ['start', 'center'] as const);
  const text = { ...safe, height: safe.height - height - 4 * u };
  return {
    text,
    thing,
    standing: shape === 'skyscraper' ? 0.5 : 1,
    column: { mark: 'top', anchor: 'top', align, boost: 0.92 },
  };
}
