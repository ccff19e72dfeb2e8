import type { Brief, FontFile } from '../brief.ts';
import type { Face, FontPair } from '../fonts/font-pair.ts';
import { fontPairs } from '../fonts/registry.ts';
import type { TextStyle } from '../scene.ts';
import type { Script } from '../scripts/script.ts';
import { mainScript, scriptsIn } from '../scripts/registry.ts';
import { seededChoice } from '../seeded.ts';
import type { TextEngine } from './engine.ts';

/** The faces of one ad, with what stands in for letters they lack. */
export interface Typeface {
  display: TextStyle;
  text: TextStyle;
  strong: TextStyle;
  /** Of headlines above 9u. */
  leading: number;
  /** The script most of the copy is in. */
  script: Script;
}

/** The brand's fonts first; else a pair that fits script and tone; among these the seed decides. */
export async function chooseTypeface(brief: Brief, texts: string, engine: TextEngine): Promise<Typeface> {
  const script = mainScript(texts);
  const pair = choosePair(brief, script);
  const fallbacks = scriptsIn(texts).map((each) => each.fallback);
  const own = await brandFaces(brief.kit.fonts, engine);
  const faces = [pair.display, pair.text, pair.strong, ...fallbacks];
  await Promise.all(faces.map((face) => engine.useBundled(face, texts)));
  const style = (face: Face, own: Face | undefined, tracking: number): TextStyle => ({
    families: [
      ...new Set([...(own === undefined ? [] : [own.family]), face.family, ...fallbacks.map(({ family }) => family)]),
    ],
    weight: own?.weight ?? face.weight,
    tracking: script.takesTracking ? tracking : 0,
  });
  return {
    display: style(pair.display, own.display, own.display === undefined ? pair.tracking : -0.015),
    text: style(pair.text, own.text, 0),
    strong: style(pair.strong, own.strong, 0),
    leading: Math.max(script.leadingMin, own.display === undefined ? pair.leading : 1.06),
    script,
  };
}

function choosePair(brief: Brief, script: Script): FontPair {
  const inScript = fontPairs.filter((pair) => pair.scripts.includes(script.name));
  // A pair made for another script has its Latin as a guest; it does not compete for Latin copy.
  const native = inScript.filter((pair) => script.name === 'arabic' || !pair.scripts.includes('arabic'));
  const fitting = native.filter((pair) => pair.tones.includes(brief.tone));
  const chosen = seededChoice(brief.seed, 'typeface', fitting.length > 0 ? fitting : native) ?? fontPairs[0];
  if (chosen === undefined) throw new Error('There is no font pair at all.');
  return chosen;
}

interface OwnFaces {
  display?: Face;
  text?: Face;
  strong?: Face;
}

/** Display is the heaviest of the first family; text the one nearest to regular of the last. */
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
