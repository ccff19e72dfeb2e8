import { photoLayer } from '../canvas/paint.ts';
import { bottomOf, type Box, type Edge, inset, partOf, topOf, wholeOf } from '../box.ts';
import { inFinishedAd, type LayoutInput } from '../composition.ts';
import type { Shape } from '../format.ts';
import { clearCrop } from '../photo/clear-crop.ts';
import { enlargement, photoUpscaleMax } from '../photo/crop.ts';
import type { OpenPicture } from '../photo/open.ts';
import { joined, type Scene, thingsOf } from '../scene.ts';
import { textsIn } from './field.ts';
import { groundOf, type Ground } from './grounds.ts';
import { bestOf, emptyScene, isCroppable, type Layout, panel as panelLayer, wordiness } from './layout.ts';
import { heroIn } from './hero.ts';

/** Layout with a photo that covers the whole canvas, and the texts in a panel on it, off the photo's subject. */
export const panel: Layout = {
  name: 'panel',
  suits: ({ noText }, { photo }) => (isCroppable(photo) && !noText ? 0.95 : 0),
  draw(input) {
    const { photo, format, noText } = input;
    if (!isCroppable(photo) || noText) return null;
    const ground = groundOf(input.groundStyle, input.roles);
    const made = placesIn[format.shape].map((edge) => onEdge(input, photo, ground, edge));
    return bestOf(made, { words: ({ scene }) => scene, worth: ({ worth }) => worth })?.scene ?? null;
  },
};

const placesIn: Record<Shape, readonly Edge[]> = {
  skyscraper: ['bottom', 'top'],
  tall: ['bottom', 'top'],
  square: ['bottom', 'left', 'right'],
  wide: ['left', 'right'],
  banner: ['left', 'right'],
};

interface Attempt {
  scene: Scene;
  worth: number;
}

/** Largest share of the photo's subject, 0 to 1, that the panel may cover. */
const coveredMax = 0.05;

function onEdge(input: LayoutInput, photo: OpenPicture, ground: Ground, edge: Edge): Attempt | null {
  const { format } = input;
  const words = wordsAt(input, ground, edge);
  if (words === null) return null;
  const box = around(words, input, edge);
  const seen = partOf(inFinishedAd(box, input), format);
  const spots = { bottom: [0.5, 0.32], top: [0.5, 0.68], left: [0.72, 0.5], right: [0.28, 0.5] } as const;
  const [spotX, spotY] = spots[edge];
  const found = clearCrop(photo, format, { clear: [seen], spot: [input.rtl ? 1 - spotX : spotX, spotY] });
  const picture = { ...photoLayer(photo, wholeOf(format), 0), crop: found.crop };
  if (found.covered > coveredMax || !found.isWhole) return null;
  if (enlargement(photo, found.crop, picture.box) > photoUpscaleMax) return null;
  const scene = emptyScene('panel', format, picture, panelLayer(box, ground.color));
  const share = (box.width * box.height) / (format.width * format.height);
  return { scene: joined(scene, words), worth: found.kept - found.covered * 4 - share };
}

/** Distance of the panel from the edges of the canvas and between panel and text, in u. */
const gapU = { outside: 4, inside: 4.5 } as const;

function wordsAt(input: LayoutInput, ground: Ground, edge: Edge): Scene | null {
  const { format } = input;
  const hero = heroIn(input.type.texts, input);
  const isTall = format.shape === 'tall' || format.shape === 'skyscraper';
  return textsIn(input, {
    area: areaAt(input, edge),
    ground,
    anchor: edge === 'top' ? 'top' : 'bottom',
    mark: edge === 'bottom' && !isTall ? 'aside' : 'top',
    boost: hero === null ? 0.8 : 0.6,
    ...(hero === null ? {} : { hero, heroMax: 17 }),
  });
}

function areaAt(input: LayoutInput, edge: Edge): Box {
  const { format } = input;
  const { width, height, u, safe, shape } = format;
  const by = (gapU.outside + gapU.inside) * u;
  const room = inset({ x: 0, y: 0, width, height }, by);
  if (edge === 'left' || edge === 'right') {
    const share = { skyscraper: 1, tall: 1, square: 0.4, wide: 0.36, banner: 0.42 }[shape];
    const across = room.width * (wordiness(input) > 120 ? share * 1.15 : share);
    return { ...room, x: edge === 'left' ? room.x : room.x + room.width - across, width: across };
  }
  const share = wordiness(input) > 120 ? 0.5 : 0.42;
  const high = height * share;
  const top = Math.max(room.y, safe.y);
  const foot = Math.min(room.y + room.height, safe.y + safe.height);
  return { ...room, y: edge === 'top' ? top : foot - high, height: high };
}

/** Returns the panel around the words: as high as the words, and as wide as the area at this edge. */
function around(words: Scene, input: LayoutInput, edge: Edge): Box {
  const boxes = thingsOf(words);
  const by = gapU.inside * input.format.u;
  const top = topOf(boxes) - by;
  const { x, width } = inset(areaAt(input, edge), -by);
  return { x, y: top, width, height: bottomOf(boxes) + by - top };
}
