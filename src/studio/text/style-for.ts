import type { Face } from '../fonts/face.ts';
import type { TextStyle } from '../scene.ts';
import { mainWritingSystem, writingSystemsIn } from '../writing-systems/detect.ts';
import type { WritingSystem, WritingSystemName } from '../writing-systems/writing-systems.ts';
import type { TextEngine } from './engine.ts';
import { lettersOf } from './letters-of.ts';

interface Faces {
  own: Face | undefined;
  paired: Face;
  /** Face that replaces a named family that lacks letters. */
  otherwise: Face;
  /** Faces in the weight of the text that have the currency signs of the ad. Empty if it has no such signs. */
  signed: readonly Face[];
  /** Faces for words in other writing systems, by writing system. */
  fallbacks: ReadonlyMap<WritingSystemName, Face>;
  /** Faces for symbols, and all other faces of the ad. Every text of an ad can use the same faces. */
  rest: readonly Face[];
}

interface Setting {
  engine: TextEngine;
  writingSystems: readonly WritingSystem[];
  tracking: { own: number; paired: number };
  isDisplay: boolean;
}

/**
 * Returns the style of a text. The first font face that has the letters of the text is the main font face; the other
 * faces provide symbols and words of other writing systems. A face with only some letters of a writing system is not
 * used as the main face, because two fonts within one word are noticeable. For the same reason, the main face of a
 * price has its currency sign, if there is such a face.
 */
export function styleFor(text: string, faces: Faces, setting: Setting): TextStyle {
  const { engine, writingSystems, tracking, isDisplay } = setting;
  const main = mainWritingSystem(text, writingSystems);
  const all = inOrder(faces, main);
  const letters = lettersOf(text);
  const able = all.filter((face) => leads(face, letters, setting));
  const signs = text.match(/\p{Sc}/gu) ?? [];
  const lead =
    able.find(({ family }) => engine.missingOf(signs, [family]).length === 0) ??
    able.find((face) => !faces.signed.includes(face)) ??
    fullest(all, letters, engine);
  const tracks = writingSystemsIn(text, writingSystems).every(({ takesTracking }) => takesTracking);
  const own = lead === faces.own;
  return {
    families: [...new Set([lead, ...all].map(({ family }) => family))],
    weight: own || lead.isVariable !== true ? lead.weight : faces.paired.weight,
    tracking: tracks ? trackingOf(lead, faces, tracking) : 0,
    ...featuresOf(text, isDisplay ? main.displayFeatures : undefined),
    ...(lead.variations === undefined ? {} : { variations: lead.variations }),
  };
}

/** Returns the faces in the order in which they are tried as the main face of a text. */
function inOrder({ own, paired, otherwise, signed, fallbacks, rest }: Faces, main: WritingSystem): Face[] {
  const native = fallbacks.get(main.name) ?? main.fallback;
  return [...(own === undefined ? [] : [own]), paired, otherwise, ...signed, native, ...fallbacks.values(), ...rest];
}

function trackingOf(lead: Face, { own, paired }: Faces, tracking: Setting['tracking']): number {
  if (lead === own) return tracking.own;
  return lead === paired ? tracking.paired : 0;
}

/** Figures as high as capitals. The old-style figures of some serif fonts make a price hard to read. */
const liningFigures = '"lnum"';

function featuresOf(text: string, display: string | undefined): Pick<TextStyle, 'features'> {
  const used = [display, /\p{Nd}/u.test(text) ? liningFigures : undefined].filter((each) => each !== undefined);
  return used.length === 0 ? {} : { features: used.join() };
}

/**
 * Reports whether a face may be the main font face of a text. The face must have at least half of the text's letters
 * and, for each writing system in the text, either all or none of its letters.
 */
function leads({ family }: Face, letters: readonly string[], { engine, writingSystems }: Setting): boolean {
  const missing = new Set(engine.missingOf(letters, [family]));
  if (missing.size === 0) return true;
  const lacking = letters.filter((letter) => missing.has(letter));
  const owner = (letter: string) => writingSystems.find(({ pattern }) => pattern.test(letter));
  const torn = new Set(lacking.map(owner));
  return lacking.length * 2 <= letters.length && !letters.some((each) => torn.has(owner(each)) && !missing.has(each));
}

function fullest(faces: readonly Face[], letters: readonly string[], engine: TextEngine): Face {
  const lacks = ({ family }: Face) => engine.missingOf(letters, [family]).length;
  return faces.reduce((best, next) => (lacks(next) < lacks(best) ? next : best));
}
