import { lightness, luminanceOf, withLightness } from '../color.ts';
import type { Box, Layer, Scene } from '../scene.ts';
import type { Shape } from '../stage.ts';
import { textField } from './field.ts';
import { groundOf } from './grounds.ts';
import { emptyScene, flat, type Layout, type LayoutInput } from './layout.ts';
import { addMark, markIn } from './mark.ts';

/** Nothing but words: oversize, on colour, the mark as the signature. It is what is drawn when there is no picture. */
export const statement: Layout = {
  name: 'statement',
  suits: (_, { photo, product }) => (photo === null && product === null ? 1 : 0.05),
  draw(input) {
    const { stage } = input;
    const scene = emptyScene('statement', stage);
    const style = input.choose('statement ground', ['loud', 'quiet', 'loud', 'tinted'] as const);
    const ground = groundOf(style, input.roles, 0.2);
    scene.layers.push(flat(stage, ground.color), ...ornament(input, ground.color));
    if (input.noText || !hasCopy(input)) return signatureOnly(input, scene, ground.color);
    const isBanner = stage.shape === 'banner';
    const area: Box = isBanner ? { ...stage.safe, width: stage.safe.width * 0.86 } : stage.safe;
    const ends = isBanner ? ({ mark: 'bottom', anchor: 'top' } as const) : ({ mark: 'top', anchor: 'bottom' } as const);
    const column = textField(input, scene, { ...ends, area, ground, boost: boosts[stage.shape] });
    return column === null ? null : scene;
  },
};

/** How much larger than usual a headline is that has the canvas to itself. */
const boosts: Record<Shape, number> = { skyscraper: 1.3, tall: 1.3, square: 1.3, wide: 1.45, banner: 1.6 };

const hasCopy = ({ type }: LayoutInput) =>
  (['headline', 'subheadline', 'cta', 'offer', 'price'] as const).some((role) => type.has(role));

/** Large plain shapes in a shade of the ground, so near to it that every text still reads across them. */
function ornament(input: LayoutInput, ground: string): Layer[] {
  const { stage } = input;
  const light = lightness(ground);
  const shade = withLightness(ground, light > 0.5 ? light - 0.045 : light + 0.055);
  const { width, height } = stage;
  const long = Math.max(width, height);
  const disc = (x: number, y: number, size: number, color: string): Layer => ({
    kind: 'fill',
    element: 'shape',
    color,
    radius: size / 2,
    box: { x: x - size / 2, y: y - size / 2, width: size, height: size },
  });
  const kind = input.choose('statement ornament', ['disc', 'rings', 'bars', 'none'] as const);
  if (kind === 'disc') return [disc(width * 0.86, height * 0.12, long * 0.72, shade)];
  if (kind === 'rings')
    return [
      disc(width, height, long * 1.25, shade),
      disc(width, height, long * 0.85, ground),
      disc(width, height, long * 0.45, shade),
    ];
  if (kind === 'bars')
    return [
      {
        kind: 'fill',
        element: 'shape',
        color: shade,
        radius: 0,
        box: { x: width * 0.62, y: 0, width: width * 0.38, height },
      },
    ];
  return [];
}

/** No words to set: the mark in the middle, as large as a mark may be. */
function signatureOnly(input: LayoutInput, scene: Scene, ground: string): Scene {
  const { safe } = input.stage;
  const mark = markIn(input, { area: safe, corner: 'top-center', ground: luminanceOf(ground), scale: 3.4 });
  if (mark === null) return scene;
  const down = (safe.height - mark.box.height) / 2;
  const moved = (box: Box) => ({ ...box, y: box.y + down });
  addMark(scene, {
    box: moved(mark.box),
    layers: mark.layers.map((layer) => (layer.kind === 'logo' ? { ...layer, box: moved(layer.box) } : layer)),
    texts: mark.texts.map((text) => ({ ...text, box: moved(text.box) })),
  });
  return scene;
}
