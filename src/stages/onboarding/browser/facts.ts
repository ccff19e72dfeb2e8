import { z } from 'zod';

/** Limits for the data that the script inside the page returns. */
export const factLimits = {
  elementsMax: 15_000,
  timeMs: 6_000,
  /** Limits for finding and reading overlays, such as consent dialogs. The time is a part of `timeMs`. */
  overlayElementsMax: 3_000,
  overlayTimeMs: 2_000,
  wordsMax: 700,
  picturesMax: 300,
  boxesMax: 800,
  textMax: 400,
  piecesMax: 40,
  nameMax: 200,
  urlMax: 2_048,
  depthMax: 250,
} as const;

/** Maximum length, in characters, of the JSON that the script inside the page returns. */
export const factsCharactersMax = 4_000_000;

const Text = z.string().max(factLimits.textMax * 2);
const Name = z.string().max(factLimits.nameMax * 2);
const Color = z.string().max(200);
const Pixels = z.number().min(-1e7).max(1e7);
const Place = z.enum(['', 'header', 'nav', 'main', 'footer', 'aside', 'dialog', 'form']);

const box = { x: Pixels, y: Pixels, width: Pixels, height: Pixels };

/**
 * A text as the browser paints it, with its style. Lengths are in CSS pixels; `x` and `y` are measured from the top
 * left corner of the page.
 */
export const PaintedWords = z.strictObject({
  kind: z.enum(['heading', 'action', 'price', 'large', 'paragraph']),
  tag: z.string().max(40),
  text: Text,
  /** Parts of the text of a price, each with its font size. */
  pieces: z.array(z.strictObject({ text: Text, size: Pixels, struck: z.boolean() })).max(factLimits.piecesMax),
  ...box,
  size: Pixels,
  weight: Pixels,
  family: z.string().max(600),
  color: Color,
  /** Background colour of the element itself. */
  fill: Color,
  hasImage: z.boolean(),
  border: Color,
  borderWidth: Pixels,
  padding: Pixels,
  cursor: z.string().max(40),
  /** Background colour around the element. */
  ground: Color,
  href: z.string().max(factLimits.urlMax),
  place: Place,
  names: Name,
  struck: z.boolean(),
  isFixed: z.boolean(),
});
export type PaintedWords = z.infer<typeof PaintedWords>;

/** A picture as the browser paints it. `url` is empty for a picture without an http(s) URL, such as an inline SVG. */
export const PaintedPicture = z.strictObject({
  kind: z.enum(['img', 'svg', 'background']),
  url: z.string().max(factLimits.urlMax),
  alt: Text,
  ...box,
  naturalWidth: Pixels,
  naturalHeight: Pixels,
  href: z.string().max(factLimits.urlMax),
  place: Place,
  names: Name,
  /** Id and classes of the element itself. */
  own: Name,
  isFixed: z.boolean(),
  /** True inside a button. */
  isControl: z.boolean(),
});
export type PaintedPicture = z.infer<typeof PaintedPicture>;

export const PaintedBox = z.strictObject({ ...box, color: Color, place: Place });
export type PaintedBox = z.infer<typeof PaintedBox>;

/**
 * Data about a page that the script inside the page returns. A hostile page may have forged any value, so all lengths
 * are limited, and a URL must be checked before it is used.
 */
export const PageFacts = z.strictObject({
  url: z.string().max(factLimits.urlMax),
  title: Text,
  language: z.string().max(100),
  themeColor: Color,
  pageHeight: Pixels,
  ground: Color,
  bodyFamily: z.string().max(600),
  words: z.array(PaintedWords).max(factLimits.wordsMax),
  pictures: z.array(PaintedPicture).max(factLimits.picturesMax),
  boxes: z.array(PaintedBox).max(factLimits.boxesMax),
  /** Text of an overlay that covers most of the window. Empty if the page has no such overlay. */
  wall: z.string().max(2_000),
  /** Number of consent dialogs that were removed. */
  dialogs: z.number().int().min(0).max(100),
});
export type PageFacts = z.infer<typeof PageFacts>;
