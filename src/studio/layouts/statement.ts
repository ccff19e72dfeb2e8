import { lightness, luminanceOf, withLightness } from '../color.ts';
import type { Box, Layer, Scene } from '../scene.ts';
import { textField } from './field.ts';
import { isLoud, loud, quiet, tinted } from './grounds.ts';
import { emptyScene, type Layout, type LayoutInput } from './layout.ts';
import { addMark, markIn } from './mark.ts';

/** Nothing but words: oversize, on colour, the mark as the signature. It is what is drawn when there is no picture. */
export const statement: Layout = {
  name: 'statement',
  suits: (_, { photo, product }) => (photo === null && product === null ? 1 : 0.05),
  draw(input) {
    const { stage } = input;
    const scene = emptyScene('statement', stage);
    const look = input.choose('statement ground', ['loud', 'quiet', 'loud', 'tinted'] as const);
    const ground =
      look === 'loud' && isLoud(input.roles.primary)
        ? loud(input.roles)
        : look === 'tinted'
          ? tinted(input.roles, 0.2)
          : quiet(input.roles);
    const whole = { x: 0, y: 0, width: stage.width, height: stage.height };
    scene.layers.push({ kind: 'fill', element: 'panel', box: whole, color: ground.color, radius: 0 });
    scene.layers.push(...ornament(input, ground.color));
    if (input.noText || !hasCopy(input)) return signatureOnly(input, scene, ground.color);
    const isWide = stage.shape === 'wide' || stage.shape === 'banner';
    const boost = stage.shape === 'banner' ? 1.6 : isWide ? 1.45 : 1.3;
    const area: Box = { ...stage.safe, width: stage.safe.width * (stage.shape === 'banner' ? 0.86 : 1) };
    const column = textField(input, scene, {
      area,
      ground,
      mark: stage.shape === 'banner' ? 'bottom' : 'top',
      anchor: stage.shape === 'banner' ? 'top' : 'bottom',
      boost,
    });
    return column === null ? null : scene;
  },
};

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
  const mark = markIn(input, safe, 'top-center', luminanceOf(ground), 3.4);
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
