import { fold } from '../../../words/fold.ts';
import { isFit, refusal } from '../../../words/printable.ts';
import { lengthScore, partsOf, productHeadline, shopDetail } from '../../../words/product-headline.ts';
import type { Subject } from '../../../words/rules.ts';
import { isHollow, isLabel, isSame, sentences, wordCount } from '../../../words/words.ts';
import { canBeIn } from '../../../words/writing.ts';
import { facts, type Evidence, type Features } from '../evidence.ts';
import { foldText } from '../text.ts';
import { candidates, ranked, type Candidate, type Ranked } from './candidates.ts';
import { headlineModel } from './weights/headline.ts';

/** Rules of `words/rules.ts` that are certain. How much the others count is fitted. */
const certain = new Set([
  'letters',
  'code',
  'file',
  'filler',
  'contact',
  'step',
  'bag',
  'button',
  'notice',
  'name',
  'twice',
]);

/**
 * Returns the texts that an ad may print as its headline, as it would print them: without the name of the brand, and of
 * a long text only the first sentence.
 */
export function headlineCandidates(found: readonly Evidence<string>[], subject: Subject): Candidate<string>[] {
  const spelled = found.map((one) => ({ ...one, value: asHeadline(one.value.replace(/\s+/g, ' ').trim(), subject) }));
  const brand = foldText(subject.brand ?? '');
  const usable = spelled.filter(({ value }) => {
    const refused = refusal(value, 'headline', subject)?.name ?? '';
    return lengthScore(value) > 0 && foldText(value) !== brand && !certain.has(refused);
  });
  return candidates(
    usable,
    (text) => foldText(text).replaceAll(' ', ''),
    ({ source }) => (source === 'painted' ? 1 : 0),
  ).map((one, _, all) => ({
    ...one,
    features: { ...one.features, ...textFeatures(one.value, subject), ...pageFeatures(all) },
  }));
}

export function rankHeadlines(found: readonly Evidence<string>[], subject: Subject): Ranked<string>[] {
  return ranked(headlineCandidates(found, subject), headlineModel);
}

/** What holds for all candidates of a page. Without a browser, the words of a page weigh more. */
const pageFeatures = (all: readonly Candidate<string>[]): Features =>
  facts({ few: all.length <= 3, unpainted: all.every(({ features }) => features['painted'] === undefined) });

function textFeatures(text: string, subject: Subject): Features {
  const words = wordCount(text);
  const folded = ` ${fold(text)} `;
  const saysBrand = subject.brand !== null && folded.includes(` ${fold(subject.brand)} `);
  return {
    [`rule.${refusal(text, 'headline', subject)?.name ?? 'none'}`]: 1,
    ...facts({
      'words.1': words === 1,
      'words.2': words === 2,
      'words.3': words === 3,
      'words.many': words > 9,
      long: lengthScore(text) < 6,
      label: isLabel(text),
      stop: /[.!。！…]["”»’)]?$/u.test(text),
      question: /[?？؟]$/u.test(text),
      colon: /[:：]/u.test(text),
      comma: /[,，、،]/u.test(text),
      digits: /\d/.test(text),
      capitals: /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text),
      hollow: isHollow(text),
      brand: saysBrand,
      'other-writing': subject.language !== null && !canBeIn(subject.language, text),
    }),
  };
}

function asHeadline(text: string, subject: Subject): string {
  const line = withoutName(text, subject.brand);
  return isProduct(line, subject) ? productHeadline(line) : brief(line, subject);
}

/**
 * Returns a long line without its second sentence, or without the part after a dash or bar, if the rest is fit to
 * print.
 */
function brief(line: string, subject: Subject): string {
  const [sentence = line, ...others] = sentences(line, subject.language ?? 'en');
  const isCut = others.length > 0 && !sentenceEnd.test(line);
  if (lengthScore(line) === 6 && !isCut) return line;
  const parts = [sentence, ...partsOf(line, separators).slice(0, 1)];
  const isBrief = (part: string): boolean => lengthScore(part) === 6 && !isLabel(part);
  return parts.find((part) => isBrief(part) && isFit(part, 'headline', subject)) ?? line;
}

const sentenceEnd = /[.!?。！？؟।…]["”»’)]?$/u;

/** Reports whether a line is the name of the product, perhaps with another price or number of the article. */
function isProduct(line: string, { product }: Subject): boolean {
  const bare = (text: string): string => text.replace(shopDetail, '');
  return product !== null && isSame(bare(line), bare(product));
}

/** Separators of the parts of a title whose white space is collapsed. */
const separators = / ?\| ?| [–—·•:-] /u;
function withoutName(title: string, name: string | null): string {
  const parts = partsOf(title, separators);
  if (parts.length < 2 || name === null) return title;
  const others = parts.filter((part) => !isSame(part, name));
  return others.length === parts.length ? title : (others[0] ?? title);
}
