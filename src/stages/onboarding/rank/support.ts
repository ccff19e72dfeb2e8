import { fold } from '../../../words/fold.ts';
import { isFit } from '../../../words/printable.ts';
import { refersBack, type Subject } from '../../../words/rules.ts';
import { clearLanguage, mayBeIn } from '../../../words/text-language.ts';
import { endsAsSentence, repeats, sharedWords, wholeSentences } from '../../../words/whole-sentences.ts';
import { wordCount } from '../../../words/words.ts';
import { facts, type Evidence, type Features } from '../evidence.ts';
import { foldText } from '../text.ts';
import { candidates, ranked, type Candidate, type Ranked } from './candidates.ts';
import { supportModel } from './weights/support.ts';

/** What an ad says besides its second line. Both texts may be empty. */
export interface Beside {
  headline: string;
  action: string;
}

/** Number of sentences of a text that may be printed. */
const sentencesMax = 5;
/** Number of characters from which on all texts count as long. */
const longMax = 200;

/** Returns the whole sentences of texts that an ad may print below its headline. */
export function supportCandidates(
  found: readonly Evidence<string>[],
  subject: Subject,
  beside: Beside,
): Candidate<string>[] {
  const usable = found
    .flatMap((one) => sentencesOf(one, subject.language ?? 'en'))
    .filter(({ value }) => isUsable(value, subject, beside));
  return candidates(usable, foldText, ({ source }) => (source === 'painted' ? 1 : 0)).map((one, _, all) => ({
    ...one,
    features: {
      ...one.features,
      ...textFeatures(one.value, subject, beside),
      ...facts({ unpainted: all.every(({ features }) => features['painted'] === undefined) }),
    },
  }));
}

export function rankSupports(found: readonly Evidence<string>[], subject: Subject, beside: Beside): Ranked<string>[] {
  return ranked(supportCandidates(found, subject, beside), supportModel);
}

function isUsable(text: string, subject: Subject, { headline, action }: Beside): boolean {
  if (repeats(text, headline) || repeats(text, action) || isOtherLanguage(text, headline, subject)) return false;
  return isFit(text, 'support', subject);
}

function sentencesOf({ value, source, features }: Evidence<string>, language: string): Evidence<string>[] {
  const all = wholeSentences(value, language).slice(0, sentencesMax);
  return all.map((sentence, at) => ({
    value: sentence.replace(/\s+/g, ' ').trim(),
    source,
    features: {
      ...features,
      ...facts({ 'sentence.first': at === 0, 'sentence.only': all.length === 1 }),
    },
  }));
}

function textFeatures(text: string, subject: Subject, beside: Beside): Features {
  return {
    length: Math.min(1, text.length / longMax),
    'shared.headline': sharedWords(text, beside.headline),
    'shared.action': sharedWords(text, beside.action),
    ...facts({
      short: wordCount(text) < 5,
      'list-mark': /^[^\p{L}\p{N}"'“”«„‘’(¿¡#「『]/u.test(text),
      long: text.length > 135,
      stop: endsAsSentence(text),
      keywords: isKeywords(text),
      footnote: /[*†‡¹²³]/u.test(text),
      'refers-back': refersBack(text, subject.language ?? 'en'),
      brand: isPart(subject.brand ?? '', text),
    }),
  };
}

/** Reports whether a text has a name as words of their own. */
const isPart = (name: string, text: string): boolean =>
  fold(name) !== '' && ` ${fold(text)} `.includes(` ${fold(name)} `);

/** Reports whether a text is a list of keywords for search engines: separated by bars or many commas, without an end. */
function isKeywords(text: string): boolean {
  const parts = text.split(/[,，、،|]/u);
  return /\S \| \S/u.test(text) || (parts.length >= 4 && !endsAsSentence(text));
}

/** Reports whether a text is in another language than the headline; without a clear one, than the page. */
function isOtherLanguage(text: string, headline: string, { language }: Subject): boolean {
  const expected = clearLanguage(headline, language ?? 'en') ?? language;
  return expected !== null && !mayBeIn(expected, text);
}
