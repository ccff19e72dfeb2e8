import { fold } from './fold.ts';
import type { Language } from './languages.ts';
import { languagesOfPhrase, phrases } from './phrases.ts';
import { readWords } from './word-lists.ts';
import { knownAs } from './text-language.ts';

/**
 * Returns the customary call to buy in the language of a button that puts a product into the shopping bag. Returns
 * undefined for any other text. `language` is that of the page, and decides if several languages have the same button.
 */
export function customaryCall(button: string, language: string | null): string | undefined {
  const found = languagesOfPhrase('bag-buttons', fold(button));
  const own = found.find((each) => each === knownAs(language ?? '')) ?? found[0];
  return own === undefined ? undefined : spelledLike(button, own);
}

/** Reports whether a text is the customary call to buy in any language. */
export const isCustomaryCall = (text: string): boolean => phrases('customary-calls').isExactly(fold(text));

/** Returns the call in the spelling that has most letters of the button: simplified or traditional Chinese. */
function spelledLike(button: string, language: Language): string | undefined {
  const letters = new Set(button);
  const shared = (call: string): number => Array.from(call).filter((letter) => letters.has(letter)).length;
  return readWords('customary-calls', language).toSorted((one, other) => shared(other) - shared(one))[0];
}
