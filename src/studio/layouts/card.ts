import { photoLayer } from '../canvas/paint.ts';
import { coverCrop, upscaleMax } from '../photo/crop.ts';
import type { Box } from '../scene.ts';
import { textField } from './field.ts';
import { isLoud, loud, quiet, tinted } from './grounds.ts';
import { emptyScene, type Layout, type LayoutInput } from './layout.ts';

/** The photo in a card on a tinted ground, the text beside or under it, as on a good product page. */
export const card: Layout = {
  name: 'card',
  suits: ({ noText }, { photo }) => (photo === null ? 0 : noText ? 0.2 : 0.86),
  draw(input) {
    const { stage, photo } = input;
    if (photo === null) return null;
    const scene = emptyScene('card', stage);
    const style = input.choose('card ground', ['tinted', 'quiet', 'loud'] as const);
    const ground =
      style === 'loud' && isLoud(input.roles.primary)
        ? loud(input.roles)
        : style === 'quiet'
          ? quiet(input.roles)
          : tinted(input.roles, 0.14);
    scene.layers.push({
      kind: 'fill',
      element: 'panel',
      box: { x: 0, y: 0, width: stage.width, height: stage.height },
      color: ground.color,
      radius: 0,
    });
    const { picture, text, across } = areas(input);
    const box = affordable(photo, picture, across);
    if (Math.min(box.width, box.height) < 22 * stage.u) return null;
    const radius = input.tone === 'elegant' || input.tone === 'bold' ? 0 : 3.2 * stage.u;
    scene.layers.push(photoLayer(photo, box, radius));
    const column = textField(input, scene, {
      area: text,
      ground,
      mark: stage.shape === 'wide' ? 'top' : 'bottom',
      anchor: stage.shape === 'wide' ? 'bottom' : across ? 'middle' : 'top',
      boost: 0.9,
    });
    return column === null ? null : scene;
  },
};

/** The box, or as much of it as the photo's own pixels allow. */
function affordable(photo: Parameters<typeof coverCrop>[0], box: Box, across: boolean): Box {
  const crop = coverCrop(photo, box);
  const most = Math.min(1, (crop.width * photo.scale * upscaleMax) / box.width);
  const [width, height] = [box.width * most, box.height * most];
  return { x: box.x + (box.width - width) * (across ? 1 : 0), y: box.y + (box.height - height) / 2, width, height };
}

function areas({ stage, type, noText }: LayoutInput): { picture: Box; text: Box; across: boolean } {
  const { safe, u } = stage;
  const words = type.texts.headline.length + type.texts.subheadline.length + type.texts.offer.length;
  const share = noText ? 0.82 : words > 150 ? 0.38 : words > 80 ? 0.48 : 0.56;
  const gap = 5.5 * u;
  if (stage.shape === 'wide' || stage.shape === 'banner') {
    const width = stage.shape === 'banner' ? Math.min(safe.width * 0.42, safe.height * 1.7) : safe.width * share * 0.94;
    return {
      picture: { x: safe.x + safe.width - width, y: safe.y, width, height: safe.height },
      text: { ...safe, width: safe.width - width - gap },
      across: true,
    };
  }
  const height = safe.height * share;
  const text = { ...safe, y: safe.y + height + gap, height: safe.height - height - gap };
  return { picture: { ...safe, height }, text, across: false };
}
