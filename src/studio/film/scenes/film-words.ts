import type { Brief, Copy } from '../../brief.ts';
import { copyOf } from '../../copy/drawn-copy.ts';
import type { FilmScript } from '../../../schema/film-script.ts';
import { type Breaker, breakerFor } from '../../text/breaks.ts';
import type { TextEngine } from '../../text/engine.ts';
import { legibleText } from '../../text/legible-text.ts';
import { tidy } from '../../text/tidy.ts';
import { chooseTypeface, type Typeface } from '../../text/typeface.ts';
import { visible } from '../../text/visible.ts';
import { withoutStop } from '../../script/screen-text.ts';
import { partsOf } from './on-screen-text.ts';

/** Words of one scene of the script, in the characters that the fonts can draw. */
export interface SceneWords {
  /** Short text for the screen, in parts that are shown one after another. */
  onScreen: string[];
  /** Spoken text, in parts that are short enough to be shown on the screen. */
  spoken: string[];
}

export interface FilmWords {
  scenes: SceneWords[];
  copy: Copy;
  /** Name of the brand; `''` if the name is unknown, or if another text of the end card has it. */
  name: string;
  language: string;
  face: Typeface;
  breaker: Breaker;
  /** Returns a text as it can be drawn: with typographic quotes and without characters that no font has. */
  drawn: (text: string) => string;
  notes: string[];
}

/** Maximum number of passes that remove characters without a glyph. In practice, the second pass finds nothing. */
const roundsMax = 4;

/** Prepares every text of a film and chooses the fonts, which are the same in the whole film. */
export async function filmWords(brief: Brief, script: FilmScript, engine: TextEngine): Promise<FilmWords> {
  const language = script.language;
  const name = brief.kit.name ?? '';
  const clean = (text: string) => tidy(visible(text), language, name === '' ? [] : [name]);
  const spoken: Brief = { ...brief, language };
  const lost = new Set<string>();
  const steps: ((text: string) => string)[] = [clean];
  const drawn = (text: string) => steps.reduce((each, step) => step(each), text);
  const allTexts = () => textsOf(brief, script).map(drawn).join(' ');
  let face = await chooseTypeface(spoken, allTexts(), engine);
  // After words were removed, the choice of fonts may change, and the new fonts may lack other characters.
  for (let round = 0; round < roundsMax && engine.missingGlyphs(allTexts(), face.families).length > 0; round++) {
    const { families } = face;
    steps.push((text) => {
      const legible = legibleText(text, (each) => engine.missingGlyphs(each, families));
      for (const character of legible.lost) lost.add(character);
      return legible.text;
    });
    face = await chooseTypeface(spoken, allTexts(), engine);
  }
  const legible = allTexts();
  const breaker = await breakerFor(legible, language);
  const copy = copyOf((part) => drawn(script.copy[part] ?? ''));
  return {
    scenes: script.scenes.map(({ on_screen_text: onScreen, voiceover }) => ({
      // The writer divides texts that are shown one after another with line feeds.
      onScreen: onScreen.split('\n').flatMap((part) => partsOf(drawn(part), language, breaker)),
      spoken: partsOf(withoutStop(drawn(voiceover)), language, breaker),
    })),
    copy,
    name: isIn(drawn(name), [drawn(script.scenes.at(-1)?.on_screen_text ?? ''), copy.cta]) ? '' : drawn(name),
    language,
    face,
    breaker,
    drawn,
    notes:
      lost.size === 0 ? [] : [`Some characters are missing in the film, because no font has them: ${listed(lost)}.`],
  };
}

/** Reports whether one of the texts contains the name as whole words, so that the end card would show it twice. */
function isIn(name: string, texts: readonly string[]): boolean {
  const bare = (text: string) =>
    ` ${text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()} `;
  return bare(name).trim() !== '' && texts.some((text) => bare(text).includes(bare(name)));
}

const listed = (characters: ReadonlySet<string>): string => [...characters].slice(0, 8).join(' ');

/**
 * Returns the texts whose characters the fonts must have: every text of the film, and every word by itself. The words
 * count because a text that is left out as a whole, since too many of its characters are missing, may still be drawn in
 * parts.
 */
const textsOf = (brief: Brief, { scenes, copy }: FilmScript): string[] => {
  const texts = [
    ...scenes.flatMap(({ on_screen_text: onScreen, voiceover }) => [onScreen, voiceover]),
    ...Object.values(copy).filter((text) => text !== undefined),
    brief.kit.name ?? '',
  ];
  return [...texts, ...texts.flatMap((text) => text.split(/\s+/u))];
};
