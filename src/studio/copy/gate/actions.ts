import { fold } from './fold.ts';
import { wordTest } from './phrases.ts';
import { leadingWords, sellingWords } from './words/actions.ts';

const sells = wordTest(sellingWords);
const leads = wordTest(leadingWords);

/** Reports whether a button asks to buy, order or book. */
export const isSelling = (text: string): boolean => sells(fold(text));

/** Reports whether a button asks to look, find or ask. */
export const isLeading = (text: string): boolean => leads(fold(text));

export const hasActionWord = (folded: string): boolean => sells(folded) || leads(folded);
