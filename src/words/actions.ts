import { fold } from './fold.ts';
import { phrases, wordTest } from './phrases.ts';

/** Reports whether the text of a button asks visitors to buy, order or book something. */
export const isSelling = (text: string): boolean => wordTest('selling-words')(fold(text));

/** Reports whether the text of a button asks visitors to look at, find or ask for something. */
export const isLeading = (text: string): boolean => wordTest('leading-words')(fold(text));

/** Reports whether the text of a button says that it puts a product into the shopping bag. */
export const isBagButton = (text: string): boolean => phrases('bag-buttons').isLike(fold(text));

/** Reports whether the text of a button does not say what the button leads to, such as "Learn more". */
export const isBare = (text: string): boolean => phrases('bare-calls').isExactly(fold(text));

/** Reports whether the text of a button leads to a page about the maker, its news or its jobs, not to the offer. */
export const isAside = (text: string): boolean => phrases('aside-calls').isLike(fold(text));

/** Reports whether a text, as returned by `fold`, asks visitors to get in touch. */
export const isContactCall = (folded: string): boolean => phrases('contact-calls').isExactly(folded);

export const hasActionWord = (folded: string): boolean =>
  wordTest('selling-words')(folded) || wordTest('leading-words')(folded) || isContactCall(folded);
