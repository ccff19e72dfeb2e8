import { codesOfSymbols } from '../../domain/currency-symbols.ts';

const noBreak = '\u00a0';

/** Returns a text in which the code of the currency replaces each currency sign that no font has: `BDT 1,299`. */
export function withCurrencyCodes(text: string, missing: (text: string) => string[]): string {
  return text.replace(/\p{Sc}/gu, (sign, at: number) => {
    const code = codesOfSymbols().get(sign);
    if (code === undefined || missing(sign).length === 0) return sign;
    const before = /[\p{L}\p{N}]$/u.test(text.slice(0, at)) ? noBreak : '';
    const after = /^[\p{L}\p{N}]/u.test(text.slice(at + sign.length)) ? noBreak : '';
    return before + code + after;
  });
}

/** Matches a number with a currency sign next to it. Signs that are new in Unicode may be currency signs too. */
const priced = /[\p{Sc}\p{Cn}]\s*[-+]?\p{N}|\p{N}\s*[\p{Sc}\p{Cn}]/gu;

/** Reports whether a number of a text would lose the sign that says its currency if these characters are removed. */
export function losesCurrency(text: string, gone: ReadonlySet<string>): boolean {
  const isLost = (part: string) => Array.from(part).some((sign) => gone.has(sign));
  if (Array.from(text.matchAll(priced)).some(([price]) => isLost(price))) return true;
  const rest = Array.from(text).filter((each) => !gone.has(each));
  return isLost(text) && /\p{N}/u.test(text) && !rest.some((each) => /[\p{L}\p{Sc}%‰]/u.test(each));
}
