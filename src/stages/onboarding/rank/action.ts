import {
  hasActionWord,
  isAside,
  isBagButton,
  isBare,
  isContactCall,
  isLeading,
  isSelling,
} from '../../../words/actions.ts';
import { fold } from '../../../words/fold.ts';
import { refusal } from '../../../words/printable.ts';
import type { Subject } from '../../../words/rules.ts';
import { isSame, wordCount } from '../../../words/words.ts';
import { canBeIn } from '../../../words/writing.ts';
import { facts, type Evidence, type Features } from '../evidence.ts';
import { foldText } from '../text.ts';
import { candidates, ranked, type Candidate, type Ranked } from './candidates.ts';
import { actionModel } from './weights/action.ts';

/** Rules of `words/rules.ts` whose texts may be a call to action all the same. How much they count is fitted. */
const unsure = new Set(['none', 'bag', 'no-action']);

const actionWordsMax = 6;

/** Returns the texts of buttons that an ad may print as its call to action. */
export function actionCandidates(found: readonly Evidence<string>[], subject: Subject): Candidate<string>[] {
  const usable = found.filter(({ value }) => isUsable(value, subject));
  return candidates(usable, foldText).map((one, _, all) => ({
    ...one,
    features: { ...one.features, ...textFeatures(one.value, one.features, subject), ...pageFeatures(one, all) },
  }));
}

export function rankActions(found: readonly Evidence<string>[], subject: Subject): Ranked<string>[] {
  return ranked(actionCandidates(found, subject), actionModel);
}

function isUsable(text: string, subject: Subject): boolean {
  if (wordCount(text) > actionWordsMax || isSame(text, subject.product ?? '')) return false;
  return unsure.has(refusal(text, 'action', subject)?.name ?? 'none');
}

function textFeatures(text: string, found: Features, subject: Subject): Features {
  const folded = fold(text);
  const words = wordCount(text);
  const isOfProduct = found['product-page'] === 1;
  return facts({
    selling: isSelling(text),
    leading: isLeading(text),
    contact: isContactCall(folded),
    bag: isBagButton(text),
    'bag.product': isBagButton(text) && isOfProduct,
    'selling.product': isSelling(text) && isOfProduct,
    bare: isBare(text),
    aside: isAside(text),
    'no-action': !hasActionWord(folded) && !isBagButton(text),
    'no-action.filled': !hasActionWord(folded) && found['painted.filled'] === 1,
    'words.1': words === 1,
    'words.2': words === 2,
    'words.many': words > 4,
    digits: /\d/.test(text),
    capitals: /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text),
    'other-writing': subject.language !== null && !canBeIn(subject.language, text),
  });
}

/** Reports whether the source alone has a text, as a link without the look of a button. */
const isPlainLink = (features: Features): boolean =>
  ['painted', 'written.button', 'written.filled', 'written.hero'].every((name) => features[name] === undefined);

function pageFeatures({ features }: Candidate<string>, all: readonly Candidate<string>[]): Features {
  const isBag = (one: Candidate<string>): boolean => one.features['product-page'] === 1 && isBagButton(one.value);
  const isFilled = (one: Candidate<string>): boolean => one.features['painted.filled'] === 1;
  return facts({
    few: all.length <= 2,
    unpainted: all.every((one) => one.features['painted'] === undefined),
    'only-filled': features['painted.filled'] === 1 && all.filter(isFilled).length === 1,
    'other-page.bag': features['other-page'] === 1 && features['product-page'] === undefined && all.some(isBag),
    'plain-link': isPlainLink(features),
    'only-written': features['painted'] === undefined && all.some(({ features: other }) => other['painted'] === 1),
  });
}
