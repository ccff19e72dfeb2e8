import { type Box, inset, intersection, overlap, partOf, wholeOf } from '../box.ts';
import { chroma, contrastOf } from '../color.ts';
import type { ColorRoles } from '../brief.ts';
import type { Format } from '../format.ts';
import { hiddenBy } from '../layouts/hidden-by.ts';
import { isAside } from '../layouts/veil.ts';
import { subjectShare } from '../photo/crop.ts';
import type { LayerOf, Scene } from '../scene.ts';
import { emptyIn } from './empty-share.ts';
import { photoPlace, type PhotoPlace } from './photo-place.ts';

/**
 * Measurements of a composed ad, each from 0 (bad) to 1 (good). They are taken from the boxes, the colours and the
 * analysis of the pictures, before anything is painted.
 */
export interface Features extends PhotoPlace {
  /** Share of the canvas that shows a photo or a product; 0.6 of the canvas and more count as 1. */
  picture: number;
  /** Share of the canvas that shows the subject of the photo or the product; 0.35 and more count as 1. */
  subject: number;
  /** Share of the photo's subject that is inside the crop and not hidden; 1 for an ad without a photo. */
  whole: number;
  /** Size of the largest text: 16 type units and more count as 1. */
  largest: number;
  /** Size of the headline: 22 type units and more count as 1. */
  headline: number;
  /** 1 if the headline is the largest text, or there is no headline. */
  headlineFirst: number;
  /** Ratio of the sizes of the largest and the second largest text; 2.5 and more count as 1. */
  hierarchy: number;
  /**
   * Size of the price or, without a price, of the offer: 12 type units and more count as 1. 1 for an ad without both.
   */
  offer: number;
  /** Size of the smallest text; 4 type units and more count as 1. */
  smallest: number;
  /** Height of the largest text in a thumbnail of 120 pixels; 14 pixels and more count as 1. */
  thumbnail: number;
  /** 1 without an empty rectangle in the safe area, 0 if it has half of the area. */
  fill: number;
  /** Nearness of the centre of everything on the ad to the centre of the canvas. */
  balance: number;
  /** 1 if all texts, buttons and the logo begin at the same edge or have the same centre. */
  alignment: number;
  /** Share of the texts that are shown. */
  texts: number;
  /** 1 if no word is broken. */
  unbroken: number;
  /** Share of the photo that no veil hides. */
  clear: number;
  /** 1 if no edge of a photo is seen as a line across the canvas, 0 if such edges are as long as the canvas's outline. */
  open: number;
  /** 1 if a saturated colour of the brand covers a tenth of the canvas or more. */
  brand: number;
}

export function featuresOf(scene: Scene, format: Format, roles: ColorRoles): Features {
  const canvas = wholeOf(format);
  const photos = scene.layers.filter((layer) => layer.kind === 'photo');
  const products = scene.layers.filter((layer) => layer.kind === 'product');
  const sizes = sizesOf(scene, format);
  const [first = 0, second = first] = sizes;
  const headline = headlineOf(scene, format);
  const pictureBoxes = [...photos, ...products].map(({ box }) => intersection(box, canvas));
  return {
    picture: upTo(0.6, sum(pictureBoxes.map(areaOf)) / areaOf(canvas)),
    subject: upTo(0.35, subjectArea(photos, products) / areaOf(canvas)),
    whole: Math.min(1, ...photos.map((photo) => subjectShare(photo.picture, photo.crop) - hidden(photo, scene))),
    largest: upTo(16, first),
    headline: upTo(22, headline),
    headlineFirst: headline >= first || headline === 0 ? 1 : 0,
    hierarchy: upTo(1.5, first / Math.max(0.1, second) - 1),
    offer: offerOf(scene, format),
    smallest: upTo(4, sizes.at(-1) ?? 4),
    thumbnail: upTo(14, (first * format.type * 120) / Math.max(format.width, format.height)),
    fill: 1 - Math.min(1, 2 * emptyIn(scene, format)),
    balance: balanceOf(canvas, [...scene.texts.map(({ box }) => box), ...pictureBoxes]),
    alignment: alignmentOf(scene, format),
    texts: 1 / (1 + scene.dropped.length),
    unbroken: scene.texts.some(({ breaksWord }) => breaksWord === true) ? 0 : 1,
    clear: 1 - Math.max(0, ...photos.map((photo) => veiled(photo, scene))),
    open: 1 - upTo(2 * (canvas.width + canvas.height), sum(photos.map((photo) => seams(photo, scene)))),
    brand: upTo(0.1, brandShare(scene, canvas, roles)),
    ...photoPlace(photos, format),
  };
}

const upTo = (full: number, value: number): number => Math.min(1, Math.max(0, value / full));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const areaOf = ({ width, height }: { width: number; height: number }): number => width * height;

const sizesOf = ({ texts }: Scene, { type }: Format): number[] =>
  texts.map(({ size }) => size / type).toSorted((a, b) => b - a);

const headlineOf = ({ texts }: Scene, { type }: Format): number =>
  (texts.find(({ role }) => role === 'headline')?.size ?? 0) / type;

function offerOf({ texts, dropped }: Scene, { type }: Format): number {
  const shown = texts.find(({ role }) => role === 'price') ?? texts.find(({ role }) => role === 'offer');
  if (shown !== undefined) return upTo(12, shown.size / type);
  return dropped.some((role) => role === 'price' || role === 'offer') ? 0 : 1;
}

/** Share of the box of a product that the product itself covers, roughly. */
const productShare = 0.7;

function subjectArea(photos: readonly LayerOf<'photo'>[], products: readonly LayerOf<'product'>[]): number {
  const ofPhotos = photos.map(({ picture, crop, box }) => {
    const part = partOf(crop, picture);
    const { subject, width, height } = picture.analysis;
    return (subject.in(part) / (width * height * areaOf(part))) * areaOf(box);
  });
  return sum([...ofPhotos, ...products.map(({ box }) => areaOf(box) * productShare)]);
}

/** Returns the largest share of a photo's visible subject that one panel, badge, logo or text in front of it hides. */
function hidden(photo: LayerOf<'photo'>, { layers, texts }: Scene): number {
  const { picture, crop, box } = photo;
  const inFront = layers.slice(layers.indexOf(photo) + 1);
  const solid = inFront.flatMap((layer) => (layer.kind === 'fill' || layer.kind === 'logo' ? [layer.box] : []));
  const seen = [...solid, ...texts.map((text) => text.box)].map((each) => intersection(each, box));
  const shares = seen
    .filter((each) => areaOf(each) > 0)
    .map((each) => hiddenBy(each, { photo: picture, crop, shown: box }));
  return Math.min(1, Math.max(0, ...shares));
}

/** Returns the length of the edges of a photo that lie inside the canvas and do not fade into a veil, in pixels. */
function seams({ box }: LayerOf<'photo'>, { layers, width, height }: Scene): number {
  const { x, y, width: across, height: down } = intersection(box, wholeOf({ width, height }));
  const faded = new Set(
    layers.flatMap((layer) => (layer.kind === 'scrim' && layer.strength === 1 ? [layer.edge] : [])),
  );
  const edges = [
    { edge: 'left', isInside: x > 1, length: down },
    { edge: 'right', isInside: x + across < width - 1, length: down },
    { edge: 'top', isInside: y > 1, length: across },
    { edge: 'bottom', isInside: y + down < height - 1, length: across },
  ] as const;
  return sum(edges.map(({ edge, isInside, length }) => (isInside && !faded.has(edge) ? length : 0)));
}

/** Returns the mean opacity of the veil over a photo, 0 to 1. */
function veiled({ box }: LayerOf<'photo'>, { layers, width, height }: Scene): number {
  const shares = layers.flatMap((layer) => {
    if (layer.kind !== 'scrim') return [];
    const [from, to] = isAside(layer.edge) ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
    const isFar = layer.edge === 'right' || layer.edge === 'bottom';
    const length = isAside(layer.edge) ? width : height;
    const start = isFar ? length - to : from;
    const under = Math.max(0, layer.solid + layer.fade / 2 - start);
    return [(layer.strength * Math.min(under, to - from)) / (to - from)];
  });
  return Math.max(0, ...shares);
}

function balanceOf({ width, height }: Box, boxes: readonly Box[]): number {
  const total = sum(boxes.map(areaOf));
  if (total <= 0) return 0;
  const x = sum(boxes.map((box) => areaOf(box) * (box.x + box.width / 2))) / total;
  const y = sum(boxes.map((box) => areaOf(box) * (box.y + box.height / 2))) / total;
  return 1 - Math.min(1, 2 * Math.hypot(x / width - 0.5, (y / height - 0.5) * 0.6));
}

function alignmentOf({ texts, layers }: Scene, { u }: Format): number {
  const buttons = layers.flatMap((layer) => (layer.kind === 'fill' && layer.element === 'button' ? [layer.box] : []));
  const alone = texts
    .map(({ box }) => box)
    .filter((box) => !buttons.some((button) => overlap(inset(button, -1), box) > 0));
  const boxes = [...alone, ...buttons];
  if (boxes.length < 2) return 1;
  const kinds = [(box: Box) => box.x, (box: Box) => box.x + box.width, (box: Box) => box.x + box.width / 2];
  const edges = kinds.map((edge) => new Set(boxes.map((box) => Math.round(edge(box) / (1.5 * u)))).size);
  return 1 - (Math.min(...edges) - 1) / boxes.length;
}

function brandShare({ layers }: Scene, canvas: Box, { primary, accent }: ColorRoles): number {
  const isBrand = (color: string) =>
    chroma(color) > 0.04 && [primary, accent].some((own) => contrastOf(own, color) < 1.25 && chroma(own) > 0.04);
  const shares = layers.map((layer) => {
    if (layer.kind === 'fill') return isBrand(layer.color) ? areaOf(intersection(layer.box, canvas)) : 0;
    return layer.kind === 'gradient' && isBrand(layer.from) ? areaOf(intersection(layer.box, canvas)) : 0;
  });
  return Math.max(0, ...shares) / areaOf(canvas);
}
