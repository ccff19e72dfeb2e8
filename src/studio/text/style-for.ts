import type { Face } from '../fonts/face.ts';
import type { TextStyle } from '../scene.ts';
import { mainWritingSystem, writingSystemsIn } from '../writing-systems/detect.ts';
import type { WritingSystem } from '../writing-systems/writing-systems.ts';
import type { TextEngine } from './engine.ts';
import { graphemes } from './graphemes.ts';

interface Faces {
  own: Face | undefined;
  paired: Face;
  fallbacks: readonly Face[];
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
 * used as the main face, because two fonts within one word are noticeable.
 */
export function styleFor(text: string, { own, paired, fallbacks, rest }: Faces, setting: Setting): TextStyle {
  const { engine, writingSystems, tracking, isDisplay } = setting;
  const { fallback: main, displayFeatures } = mainWritingSystem(text, writingSystems);
  const faces = [...(own === undefined ? [] : [own]), paired, main, ...fallbacks, ...rest];
  const letters = lettersOf(text);
  const lead = faces.find((face) => leads(face, letters, setting)) ?? fullest(faces, letters, engine);
  const tracks = writingSystemsIn(text, writingSystems).every(({ takesTracking }) => takesTracking);
  return {
    families: [...new Set([lead, ...faces].map(({ family }) => family))],
    weight: lead === own || lead.isVariable !== true ? lead.weight : paired.weight,
    tracking: !tracks ? 0 : lead === own ? tracking.own : lead === paired ? tracking.paired : 0,
    ...featuresOf(text, isDisplay ? displayFeatures : undefined),
  };
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

const lettersOf = (text: string): string[] => graphemes(text).filter((letter) => /[\p{L}\p{N}]/u.test(letter));
