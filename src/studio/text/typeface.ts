import type { Brief, FontFile } from '../brief.ts';
import { brandFace, type BrandFont } from '../fonts/brand-font.ts';
import type { Face } from '../fonts/face.ts';
import type { FontPair } from '../fonts/font-pair.ts';
import { lastResorts } from '../fonts/last-resort.ts';
import type { TextStyle } from '../scene.ts';
import { adWritingSystem, writingSystemsIn, writingSystemsOf } from '../writing-systems/detect.ts';
import { byName, type WritingSystem, type WritingSystemName } from '../writing-systems/writing-systems.ts';
import { choosePair, fallbackFor, namedPair } from './choose-pair.ts';
import type { TextEngine } from './engine.ts';
import { styleFor } from './style-for.ts';

export type FaceName = 'display' | 'text' | 'strong';

export interface Typeface {
  style: (face: FaceName, text: string) => TextStyle;
  /** Styles in place of that of a face, for sizes at which its thin strokes would be lost; the most similar first. */
  sturdier: (face: FaceName, text: string) => readonly TextStyle[];
  leading: number;
  writingSystem: WritingSystem;
  writingSystems: readonly WritingSystem[];
  families: readonly string[];
}

/**
 * Chooses the fonts of an ad: the brand's own fonts or, without them, a bundled font pair that fits the writing system
 * and the tone of the ad. If several pairs fit, the ad's random seed selects one of them.
 */
export async function chooseTypeface(brief: Brief, texts: string, engine: TextEngine): Promise<Typeface> {
  const writingSystems = writingSystemsOf(texts, brief.language);
  const writingSystem = adWritingSystem(texts, brief.language, writingSystems);
  const chosen = await choosePair(brief, texts, { writingSystem, fonts: engine.fonts });
  const pair = namedPair(brief, chosen) ?? chosen;
  // A Latin font is always included, because digits and punctuation need it.
  const written = writingSystemsIn(texts, writingSystems).filter((each) => each !== byName.latin);
  const fallbacks = await fallbacksFor([byName.latin, ...written], texts, engine);
  const own = await brandFaces(brief.kit.fonts, engine);
  const bundled = [...facesOf(pair), ...facesOf(chosen), ...fallbacks.values()];
  const needed = texts + writingSystem.sample + written.map(({ sample }) => sample).join('');
  await Promise.all(bundled.map((face) => engine.useBundled(face, needed)));
  const branded = [own.display, own.text, own.strong].filter((face) => face !== undefined);
  const signed = await signedFaces(texts, { own, pair }, engine);
  const symbols = await restFor(texts, [...branded, ...bundled], engine);
  const rest = [...symbols, ...branded, ...bundled];
  const style = (
    name: FaceName,
    as: { own?: Face | undefined; paired: Face } = { own: own[name], paired: pair[name] },
  ) => {
    const faces = { own: as.own, paired: as.paired, otherwise: chosen[name], signed: signed[name], fallbacks, rest };
    const isDisplay = name === 'display';
    const tracking = isDisplay ? { own: -0.015, paired: pair.tracking } : { own: 0, paired: 0 };
    return (text: string) => styleFor(text, faces, { engine, writingSystems, tracking, isDisplay });
  };
  const styles = { display: style('display'), text: style('text'), strong: style('strong') };
  const others = sturdierFaces(own, pair);
  return {
    style: (face, text) => styles[face](text),
    sturdier: (face, text) => others[face].map((each) => style(face, each)(text)),
    leading: Math.max(writingSystem.leadingMin, own.display === undefined ? pair.leading : 1.06),
    writingSystem,
    writingSystems,
    families: [...new Set(rest.map(({ family }) => family))],
  };
}

/** Returns the faces in place of each face: the bold one of the brand, then those of the pair that are not for display. */
function sturdierFaces(own: OwnFaces, { text, strong }: FontPair): Record<FaceName, { own?: Face; paired: Face }[]> {
  const bold = own.strong === undefined ? [] : [{ own: own.strong, paired: strong }];
  return {
    display: [...bold, { paired: strong }],
    text: [...bold, ...(own.text === undefined ? [] : [{ paired: text }]), { paired: strong }],
    strong: [{ paired: strong }],
  };
}

const facesOf = ({ display, text, strong }: FontPair): Face[] => [display, text, strong];

async function fallbacksFor(
  writingSystems: readonly WritingSystem[],
  texts: string,
  { fonts }: TextEngine,
): Promise<ReadonlyMap<WritingSystemName, Face>> {
  const found = writingSystems.map(async (each): Promise<[WritingSystemName, Face]> => [
    each.name,
    await fallbackFor(each, texts, fonts),
  ]);
  return new Map(await Promise.all(found));
}

/** Families with most currency signs, in many weights. */
const signFamilies: readonly Omit<Face, 'weight'>[] = [
  { family: 'noto-sans' },
  { family: 'noto-sans-thai', isVariable: true },
];

/**
 * Returns, for each kind of text, faces in its weight that have currency signs which many fonts lack. Returns none if the texts have no currency sign.
 */
async function signedFaces(
  texts: string,
  { own, pair }: { own: OwnFaces; pair: FontPair },
  engine: TextEngine,
): Promise<Record<FaceName, readonly Face[]>> {
  const hasSigns = /\p{Sc}/u.test(texts);
  const of = (name: FaceName): Face[] => {
    const weight = nearestHundred(own[name]?.weight ?? pair[name].weight);
    return hasSigns ? signFamilies.map((family) => ({ ...family, weight })) : [];
  };
  const faces = { display: of('display'), text: of('text'), strong: of('strong') };
  await Promise.all(Object.values(faces).flatMap((each) => each.map((face) => engine.useBundled(face, texts))));
  return faces;
}

const nearestHundred = (weight: number): number => Math.min(900, Math.max(100, Math.round(weight / 100) * 100));

async function restFor(texts: string, faces: readonly Face[], engine: TextEngine): Promise<Face[]> {
  const rest: Face[] = [];
  for (const face of lastResorts) {
    const missing = engine.missingGlyphs(
      texts,
      [...faces, ...rest].map(({ family }) => family),
    );
    if (missing.length === 0) break;
    await engine.useBundled(face, missing.join(''));
    rest.push(face);
  }
  return rest;
}

interface OwnFaces {
  display?: Face;
  text?: Face;
  strong?: Face;
}

/** Optical sizes, in points, of headlines and of smaller texts, for fonts of the brand that have this axis. */
const opticalSizes = { display: 48, text: 16 } as const;

/**
 * Returns the font faces of the brand's own fonts, selected by weight. Headlines get the face of the first family that
 * is nearest to weight 800. Other text gets the face of the last family that is nearest to weight 400, and buttons the
 * one that is nearest to weight 650.
 */
async function brandFaces(fonts: readonly FontFile[], engine: TextEngine): Promise<OwnFaces> {
  const read: { family: string; font: BrandFont }[] = [];
  for (const file of fonts) {
    const font = await engine.useBrandFont(file);
    if (font !== undefined) read.push({ family: file.family, font });
  }
  const of = (family: string | undefined) => read.filter((each) => each.family === family).map(({ font }) => font);
  const small = { opticalSize: opticalSizes.text };
  const display = brandFace(of(read[0]?.family), { weight: 800, opticalSize: opticalSizes.display });
  const text = brandFace(of(read.at(-1)?.family), { weight: 400, ...small });
  const strong = brandFace(of(read.at(-1)?.family), { weight: 650, ...small });
  if (display === undefined || text === undefined || strong === undefined) return {};
  return { display, text, strong };
}
