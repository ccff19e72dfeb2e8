import type { Brief, FontFile } from '../brief.ts';
import type { Face } from '../fonts/face.ts';
import type { FontPair } from '../fonts/font-pair.ts';
import { bundledFace } from '../fonts/bundled-family.ts';
import { lastResorts } from '../fonts/last-resort.ts';
import { fontPairs } from '../fonts/font-pairs.ts';
import type { TextStyle } from '../scene.ts';
import { adWritingSystem, writingSystemsIn, writingSystemsOf } from '../writing-systems/detect.ts';
import { byName, type WritingSystem } from '../writing-systems/writing-systems.ts';
import { seededChoice } from '../seeded.ts';
import type { TextEngine } from './engine.ts';
import { styleFor } from './style-for.ts';

export type FaceName = 'display' | 'text' | 'strong';

export interface Typeface {
  style: (face: FaceName, text: string) => TextStyle;
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
  const pair = choosePair(brief, writingSystem);
  // A Latin font is always included, because digits and punctuation need it.
  const written = writingSystemsIn(texts, writingSystems).filter((each) => each !== byName.latin);
  const fallbacks = [byName.latin, ...written].map(({ fallback }) => fallback);
  const own = await brandFaces(brief.kit.fonts, engine);
  const bundled = [pair.display, pair.text, pair.strong, ...fallbacks];
  const needed = texts + writingSystem.sample + written.map(({ sample }) => sample).join('');
  await Promise.all(bundled.map((face) => engine.useBundled(face, needed)));
  const branded = [own.display, own.text, own.strong].filter((face) => face !== undefined);
  const rest = await restFor(texts, [...branded, ...bundled], engine);
  const style = (name: FaceName) => {
    const faces = { own: own[name], paired: pair[name], fallbacks, rest };
    const isDisplay = name === 'display';
    const tracking = isDisplay ? { own: -0.015, paired: pair.tracking } : { own: 0, paired: 0 };
    return (text: string) => styleFor(text, faces, { engine, writingSystems, tracking, isDisplay });
  };
  const styles = { display: style('display'), text: style('text'), strong: style('strong') };
  return {
    style: (face, text) => styles[face](text),
    leading: Math.max(writingSystem.leadingMin, own.display === undefined ? pair.leading : 1.06),
    writingSystem,
    writingSystems,
    families: [...new Set([...branded, ...bundled, ...rest].map(({ family }) => family))],
  };
}

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
/**
 * Returns a pair of bundled families that the brief names. A named family that lacks the letters of a text is replaced
 * for this text only.
 */
function namedPair({ kit }: Brief, otherwise: FontPair): FontPair | null {
  const [first] = kit.families ?? [];
  const last = kit.families?.at(-1);
  if (first === undefined || last === undefined) return null;
  const display = bundledFace(first, otherwise.display.weight);
  const text = bundledFace(last, 400);
  const strong = bundledFace(last, 600);
  if (display === undefined || text === undefined || strong === undefined) return null;
  return { ...otherwise, name: first, display, text, strong };
}

function choosePair(brief: Brief, writingSystem: WritingSystem): FontPair {
  const candidates = fontPairs.filter((pair) => pair.writingSystems.includes(writingSystem.name));
  // Font pairs made for Arabic have Latin letters only as an addition, so these pairs are used only for ads in Arabic.
  const native = candidates.filter(
    (pair) => writingSystem.name === 'arabic' || !pair.writingSystems.includes('arabic'),
  );
  const fitting = native.filter((pair) => pair.tones.includes(brief.tone));
  const chosen = seededChoice(brief.seed, 'typeface', fitting.length > 0 ? fitting : native) ?? fontPairs[0];
  if (chosen === undefined) throw new Error('The list of font pairs is empty.');
  return namedPair(brief, chosen) ?? chosen;
}

interface OwnFaces {
  display?: Face;
  text?: Face;
  strong?: Face;
}

/**
 * Returns the font faces of the brand's own fonts, selected by weight. Headlines get the face of the first family that
 * is nearest to weight 800. Other text gets the face of the last family that is nearest to weight 400, and buttons the
 * one that is nearest to weight 650.
 */
async function brandFaces(fonts: readonly FontFile[], engine: TextEngine): Promise<OwnFaces> {
  const read: { family: string; face: Face }[] = [];
  for (const font of fonts) {
    const face = await engine.useBrandFont(font);
    if (face !== undefined) read.push({ family: font.family, face });
  }
  const of = (family: string | undefined) => read.filter((each) => each.family === family).map(({ face }) => face);
  const nearest = (faces: Face[], weight: number) =>
    faces.toSorted((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight))[0];
  const display = nearest(of(read[0]?.family), 800);
  const text = nearest(of(read.at(-1)?.family), 400);
  const strong = nearest(of(read.at(-1)?.family), 650);
  if (display === undefined || text === undefined || strong === undefined) return {};
  return { display, text, strong };
}
