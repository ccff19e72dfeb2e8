import { fold } from './fold.ts';
import { phrasesOf, wordTest } from './phrases.ts';
import { leadingWords, sellingWords } from './words/actions.ts';
import { bagButtons } from './words/bag.ts';
import { bareCalls } from './words/calls.ts';
import { asideCalls } from './words/aside.ts';
import { contactCalls } from './words/contact.ts';

const sells = wordTest(sellingWords);
const leads = wordTest(leadingWords);
const bag = phrasesOf(bagButtons);
const bare = phrasesOf(bareCalls);
const aside = phrasesOf(asideCalls);
const contact = phrasesOf(contactCalls);

/** Reports whether the text of a button asks visitors to buy, order or book something. */
export const isSelling = (text: string): boolean => sells(fold(text));

/** Reports whether the text of a button asks visitors to look at, find or ask for something. */
export const isLeading = (text: string): boolean => leads(fold(text));

/** Reports whether the text of a button says that it puts a product into the shopping bag. */
export const isBagButton = (text: string): boolean => bag.isLike(fold(text));

/** Reports whether the text of a button does not say what the button leads to, such as "Learn more". */
export const isBare = (text: string): boolean => bare.isExactly(fold(text));

/** Reports whether the text of a button leads to a page about the maker, its news or its jobs, not to the offer. */
export const isAside = (text: string): boolean => aside.isLike(fold(text));

/** Reports whether a text, as returned by `fold`, asks visitors to get in touch. */
export const isContactCall = (folded: string): boolean => contact.isExactly(folded);

export const hasActionWord = (folded: string): boolean => sells(folded) || leads(folded) || isContactCall(folded);
