import { photoJpeg } from '../../photo/photo-jpeg.ts';
import sharp from 'sharp';
import type { Box, Size } from '../../box.ts';
import type { Brief } from '../../brief.ts';
import { paintGradient } from '../../canvas/gradient.ts';
import { cropped } from '../../canvas/paint.ts';
import type { Canvas } from '../../canvas/canvas.ts';
import type { Format } from '../../format.ts';
import { groundOf } from '../../layouts/grounds.ts';
import { isCroppable } from '../../layouts/layout.ts';
import { coverCrop, enlargement } from '../../photo/crop.ts';
import type { CutOut } from '../../photo/cut-out.ts';
import { keepsInFilm } from '../../photo/kept-subject.ts';
import type { OpenPicture } from '../../photo/open.ts';
import { type ThingPlace, withThing } from '../../photo/painted-scene.ts';
import type { FilmPicture } from './film-materials.ts';
import { filmTheme } from './shot-input.ts';
import { filmUpscaleMax } from './shots/photo-scale.ts';

/** Picture with which a clip starts, in the aspect ratio of the film: a JPEG file. */
export interface ClipStart extends Size {
  bytes: Buffer;
  /** Mask of the subject, as a grey PNG stretched to a square, if it is known. */
  mask: Buffer | null;
}

interface StartOptions {
  brief: Brief;
  format: Format;
  /** Place of captions. Null: the film has none. */
  captions: Box | null;
  /** True if an earlier clip starts with the picture, so that this one gets another ground. */
  isRepeated: boolean;
}

/**
 * Returns the picture with which a clip of a photo or a product starts. A photo is cropped and keeps its subject; a
 * product that is cut out stands on a ground in the colours of the film, with room for the words. Returns null if a crop
 * would cut the subject, or if the picture shows neither a thing nor a place.
 */
export function clipStart({ picture, product }: FilmPicture, options: StartOptions): Promise<ClipStart | null> {
  return product === null ? photoStart(picture, options.format) : productStart(product, options);
}

async function photoStart(photo: OpenPicture, format: Format): Promise<ClipStart | null> {
  if (!isCroppable(photo)) return null;
  const crop = coverCrop(photo, format);
  if (!keepsInFilm(photo, crop) || enlargement(photo, crop, format) > filmUpscaleMax) return null;
  const pixels = await cropped(photo, crop, { x: 0, y: 0, ...sizeOf(format) });
  return { bytes: await jpegOf(pixels, format), ...sizeOf(format), mask: null };
}

async function productStart(product: CutOut, options: StartOptions): Promise<ClipStart> {
  const { brief, format, isRepeated } = options;
  const { color } = groundOf(isRepeated ? 'loud' : 'tinted', filmTheme(brief).roles, 0.2);
  const canvas: Canvas = { ...sizeOf(format), pixels: Buffer.alloc(format.width * format.height * 3) };
  paintGradient(
    canvas,
    { x: 0, y: 0, ...sizeOf(format) },
    { from: color, to: filmTheme(brief).roles.surface },
    'bottom',
  );
  const ground = await jpegOf(canvas.pixels, format);
  const { bytes, width, height, mask } = await withThing(ground, product, placeIn(options));
  return { bytes, width, height, mask };
}

/** Shares of the canvas that a product fills at most, and the height at which it stands, without captions. */
const places = {
  wide: { width: 0.4, height: 0.66, foot: 0.86, middle: 0.68 },
  tall: { width: 0.64, height: 0.42, foot: 0.84, middle: 0.5 },
  square: { width: 0.56, height: 0.5, foot: 0.92, middle: 0.5 },
} as const;
/** Share of the height between a product and the captions under it. */
const captionGap = 0.02;

function placeIn({ format, captions }: StartOptions): ThingPlace {
  const { shape, height } = format;
  const place = places[shape === 'wide' || shape === 'banner' ? 'wide' : shape === 'square' ? 'square' : 'tall'];
  if (captions === null) return place;
  const foot = Math.min(place.foot, captions.y / height - captionGap);
  return { ...place, foot, height: place.height - (place.foot - foot) / 2 };
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height });

const jpegOf = (pixels: Buffer, { width, height }: Size): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg(photoJpeg)
    .toBuffer();
