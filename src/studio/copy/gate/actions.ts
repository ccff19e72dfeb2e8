import { fold } from './fold.ts';
import { phrasesOf, wordTest } from './phrases.ts';
import { leadingWords, sellingWords } from './words/actions.ts';
import { bagButtons } from './words/bag.ts';
import { bareCalls } from './words/calls.ts';

const sells = wordTest(sellingWords);
const leads = wordTest(leadingWords);
const bag = phrasesOf(bagButtons);
const bare = phrasesOf(bareCalls);

/** Reports whether a button asks to buy, order or book. */
export const isSelling = (text: string): boolean => sells(fold(text));

/** Reports whether a button asks to look, find or ask. */
export const isLeading = (text: string): boolean => leads(fold(text));

/** Reports whether a button puts a product into the bag. */
export const isBagButton = (text: string): boolean => bag.isLike(fold(text));

/** Reports whether a button names nothing that it leads to, such as "Learn more". */
export const isBare = (text: string): boolean => bare.isExactly(fold(text));

export const hasActionWord = (folded: string): boolean => sells(folded) || leads(folded);
