import type { Brief } from '../brief.ts';
import { bundledFace } from '../fonts/bundled-family.ts';
import type { BundledFonts } from '../fonts/bundled-fonts.ts';
import type { Face } from '../fonts/face.ts';
import type { FontPair } from '../fonts/font-pair.ts';
import { fontPairs, widePairs } from '../fonts/font-pairs.ts';
import { seededChoice } from '../seeded.ts';
import type { WritingSystem } from '../writing-systems/writing-systems.ts';
import { lettersOf } from './letters-of.ts';

/**
 * Returns the bundled font pair of an ad. The random seed of the ad selects one of the pairs that fit its writing system
 * and tone. If this pair lacks letters of the texts, the pair is chosen among those that lack the fewest; if its display
 * face lacks their currency signs, among those that fit and have them, if there are any.
 */
export async function choosePair(
  { seed, tone }: Brief,
  texts: string,
  { writingSystem, fonts }: { writingSystem: WritingSystem; fonts: BundledFonts },
): Promise<FontPair> {
  const native = [...fontPairs, ...widePairs].filter((pair) => isNative(pair, writingSystem));
  const choose = (pairs: readonly FontPair[]): FontPair => {
    const fitting = pairs.filter((pair) => pair.tones.includes(tone));
    const chosen = seededChoice(seed, 'typeface', fitting.length > 0 ? fitting : pairs) ?? fontPairs[0];
    if (chosen === undefined) throw new Error('The list of font pairs is empty.');
    return chosen;
  };
  const usual = choose(native.filter((pair) => fontPairs.includes(pair)));
  const letters = lettersIn(writingSystem, texts);
  const lackedBy = (pair: FontPair) => lackedLetters(pair, letters, fonts);
  const lacked = await lackedBy(usual);
  const signs = texts.match(/\p{Sc}/gu) ?? [];
  const lacksSigns = async ({ display }: FontPair) => (await fonts.lacking(display, signs)).length > 0;
  if (lacked === 0 && !(await lacksSigns(usual))) return usual;
  const counted = await Promise.all(native.map(async (pair) => ({ pair, lacked: await lackedBy(pair) })));
  const fewest = Math.min(...counted.map((each) => each.lacked));
  const able = counted.filter((each) => each.lacked === fewest).map(({ pair }) => pair);
  const fitting = able.filter((pair) => pair.tones.includes(tone) && fontPairs.includes(pair));
  const signed = await Promise.all(fitting.map(async (pair) => ((await lacksSigns(pair)) ? [] : [pair])));
  if (signed.flat().length > 0) return choose(signed.flat());
  return lacked === fewest ? usual : choose(able);
}

/** Font pairs made for Arabic have Latin letters only as an addition, so these pairs are used only for ads in Arabic. */
const isNative = ({ writingSystems }: FontPair, { name }: WritingSystem): boolean =>
  writingSystems.includes(name) && (name === 'arabic' || !writingSystems.includes('arabic'));

const lettersIn = ({ pattern }: WritingSystem, texts: string): string[] => [
  ...new Set(lettersOf(texts).filter((letter) => pattern.test(letter))),
];

async function lackedLetters(pair: FontPair, letters: readonly string[], fonts: BundledFonts): Promise<number> {
  const lacked = await Promise.all(facesOf(pair).map((face) => fonts.lacking(face, letters)));
  return lacked.reduce((sum, each) => sum + each.length, 0);
}

const facesOf = ({ display, text, strong }: FontPair): Face[] => [display, text, strong];

/**
 * Returns a pair of bundled families that the brief names; null if it names none. A named family that lacks the letters
 * of a text is replaced for this text only.
 */
export function namedPair({ kit }: Brief, otherwise: FontPair): FontPair | null {
  const [first] = kit.families ?? [];
  const last = kit.families?.at(-1);
  if (first === undefined || last === undefined) return null;
  const display = bundledFace(first, otherwise.display.weight);
  const text = bundledFace(last, 400);
  const strong = bundledFace(last, 600);
  if (display === undefined || text === undefined || strong === undefined) return null;
  return { ...otherwise, name: first, display, text, strong };
}

/**
 * Returns the bundled face for words in a writing system that the main fonts of the ad lack: the usual face of the
 * writing system or, if it lacks letters of the texts, the first bundled face that lacks the fewest.
 */
export async function fallbackFor(writingSystem: WritingSystem, texts: string, fonts: BundledFonts): Promise<Face> {
  const { fallback, name } = writingSystem;
  const letters = lettersIn(writingSystem, texts);
  let best = { face: fallback, lacked: (await fonts.lacking(fallback, letters)).length };
  if (best.lacked === 0) return fallback;
  const pairs = [...widePairs, ...fontPairs].filter(({ writingSystems }) => writingSystems.includes(name));
  for (const { strong: face } of pairs) {
    const lacked = (await fonts.lacking(face, letters)).length;
    if (lacked < best.lacked) best = { face, lacked };
  }
  return best.face;
}
