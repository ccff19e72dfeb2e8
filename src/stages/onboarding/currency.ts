import { plainDigits } from '../../domain/written-amount.ts';
import { lazily } from '../../domain/once.ts';
import { signOf, signSource, type Currency, type Sign } from './currency-signs.ts';

/** Statements of a page about its currency, other than its prices. */
export interface CurrencyHints {
  /** Country as two lower-case letters: from the domain, else from the language tag. */
  country: string | undefined;
  /** Base of the language tag, such as `sv`. */
  language: string | undefined;
  /** Currency codes that scripts and attributes of the page state, most frequent first. */
  stated: readonly string[];
}

export const noHints: CurrencyHints = { country: undefined, language: undefined, stated: [] };

const anySign = lazily(() => new RegExp(signSource(), 'gu'));

/** Returns the country in which most people write a language. Arabic is written in too many countries. */
function likelyCountry(language: string | undefined): string | undefined {
  if (language === undefined || language === 'ar' || !/^[a-z]{2,3}$/u.test(language)) return undefined;
  return new Intl.Locale(language).maximize().region?.toLowerCase();
}

/** Returns the one of several currencies that the page states, else that of its country, else that of its language. */
function hinted(currencies: readonly Currency[], { country, language, stated }: CurrencyHints): string | undefined {
  const isPossible = (code: string): boolean => currencies.some((currency) => currency.code === code);
  const ofCountry = currencies.find(({ countries }) => countries.includes(country ?? ''));
  const region = likelyCountry(language);
  const ofLanguage = currencies.find(({ countries }) => countries.includes(region ?? ''));
  return stated.find(isPossible) ?? ofCountry?.code ?? ofLanguage?.code;
}

/** Returns the signs and codes of currencies in a text, in the order of the text; undefined for unlisted symbols. */
function signsIn(text: string, hints: CurrencyHints): (Sign | undefined)[] {
  const matched = [...plainDigits(text).matchAll(anySign())].map(([sign]) => signOf(sign));
  return matched.filter((sign) => sign?.isLocal !== true || hinted(sign.currencies, hints) !== undefined);
}

/** Reports whether a text contains the sign or code of a currency. */
export function hasSign(text: string, hints: CurrencyHints): boolean {
  return signsIn(text, hints).length > 0;
}

/** Returns the codes of all currencies that the first sign in a text can mean. */
export function possibleCurrencies(text: string, hints: CurrencyHints): string[] {
  return (
    signsIn(text, hints)
      .find((sign) => sign !== undefined)
      ?.currencies.map(({ code }) => code) ?? []
  );
}

/** Returns a text without signs and codes of currencies, with plain digits. */
export function withoutSigns(text: string): string {
  return plainDigits(text).replace(anySign(), '');
}

/**
 * Returns the currency of a price as a code of ISO 4217; null if the text states none. The first sign counts. If several
 * currencies share it, as with `$`, the currency is decided by a code in the text, by the codes that the page states,
 * by the country of its domain, or by its language.
 */
export function currencyOf(text: string, hints: CurrencyHints): string | null {
  const [first, ...others] = signsIn(text, hints).filter((sign) => sign !== undefined);
  if (first === undefined) return null;
  const usual = first.usual?.code ?? null;
  if (first.currencies.length === 1) return usual;
  const inText = others.map(({ text: code }) => code);
  return hinted(first.currencies, { ...hints, stated: [...inText, ...hints.stated] }) ?? usual;
}
