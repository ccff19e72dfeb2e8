import { sentences, withAbbreviations } from '../../words/words.ts';
import { priceBeside } from '../copy/ad-copy.ts';
import { cleanLines } from './clean-text.ts';
import type { Direction } from './direction.ts';
import { isUnsayable, sayable } from './sayable.ts';
import type { ScriptMaterial, WritingTask } from './material.ts';
import { baseOf } from '../../words/writing.ts';
import { languageOfText } from '../../words/text-language.ts';

interface SourceText {
  text: string;
  from: 'description' | 'page';
  /** Base language, null if the text is too short to decide. */
  language: string | null;
}

/** Chooses the language of the film and the sentences in this language. Texts are never translated. */
export function writingTask(whole: ScriptMaterial, direction: Direction): { task: WritingTask; notes: string[] } {
  const material = sayable(whole, direction);
  const { copy, isGiven } = copyOf(material);
  const sources = sourcesOf(material);
  const expected = baseOf(material.language);
  const own = sources.filter(({ language }) => language === null || language === expected);
  const isForeign =
    !own.some(({ language }) => language === expected) && sources.some(({ language }) => language !== null);
  const language = isForeign ? mainLanguage(sources, expected) : expected;
  const used = sources.filter((source) => source.language === language || source.language === null);
  const tag = language === expected ? material.language : language;
  const lines = used.flatMap(({ text }) => withAbbreviations(sentences(text, tag).flatMap(atFigures)));
  return {
    task: {
      material,
      direction,
      language: tag,
      sentences: [...new Set(lines)].filter((line) => !isUnsayable(line, direction)),
      copy,
      isGiven,
    },
    notes: [...foreignNotes(used, language, expected), ...leftOutNotes(sources, used, language)],
  };
}

function copyOf({ given, page }: ScriptMaterial): Pick<WritingTask, 'copy' | 'isGiven'> {
  const first = (type: string) => given.find(({ copyType }) => copyType === type);
  const text = (type: string): string => cleanLines(first(type)?.copyText ?? '').join(' ');
  const isGiven = {
    headline: text('headline') !== '',
    subheadline: text('subheadline') !== '',
    cta: text('cta') !== '',
  };
  return {
    isGiven,
    copy: {
      headline: isGiven.headline ? text('headline') : page.headline,
      subheadline: text('subheadline'),
      cta: isGiven.cta ? text('cta') : page.cta,
      offer: text('offer'),
      price: text('offer') === '' ? '' : priceBeside(cleanLines(first('offer')?.price ?? '').join(' '), text('offer')),
    },
  };
}

function sourcesOf({ language, description, brand, product, page }: ScriptMaterial): SourceText[] {
  const names = [brand, product].filter((name) => name !== null);
  const lines = cleanLines(description ?? '', names);
  const ofDescription = languageOfText(lines.join(' '), language);
  return [
    ...lines.map((text): SourceText => ({ text, from: 'description', language: ofDescription })),
    ...page.lines
      .flatMap((line) => cleanLines(line, names))
      .map((text): SourceText => ({ text, from: 'page', language: languageOfText(text, language) })),
  ];
}

function mainLanguage(sources: readonly SourceText[], expected: string): string {
  const lengths = new Map<string, number>();
  for (const { language, text } of sources)
    if (language !== null) lengths.set(language, (lengths.get(language) ?? 0) + text.length);
  return [...lengths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? expected;
}

/** Divides a text between a full stop and a number, where the sentence segmenter finds no end of a sentence. */
const atFigures = (text: string): string[] => text.split(/(?<=[\p{L}%)]{2}[.!?])\s+(?=[€$£]?\d)/u);

const nameOf = (language: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
const placeOf = { description: 'product_metadata.product_description', page: 'The text of the page' };

function foreignNotes(used: readonly SourceText[], language: string, expected: string): string[] {
  if (language === expected) return [];
  const places = [...new Set(used.filter((source) => source.language === language).map(({ from }) => placeOf[from]))];
  return places.map((place) => `${place} is in ${nameOf(language)}; it is used without translation.`);
}

function leftOutNotes(sources: readonly SourceText[], used: readonly SourceText[], language: string): string[] {
  const unused = sources.filter((source) => !used.includes(source));
  const places = [...new Set(unused.map(({ from, language: own }) => `${placeOf[from]} in ${nameOf(own ?? 'und')}`))];
  return places.map((place) => `${place} was left out: the film is in ${nameOf(language)}.`);
}
