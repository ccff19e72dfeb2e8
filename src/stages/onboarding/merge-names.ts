import type { Found } from './found.ts';
import { rank } from './merge-found.ts';
import { squeezed } from './site-labels.ts';
import { cleanText, textMax } from './text.ts';

/** Number of characters above which a name with a separator certainly contains a slogan. */
const plainNameMax = 30;
/** Minimum confidence (0 to 1) of a name that shows which part of another name is the slogan. */
const sureNameMin = 0.35;

/**
 * Returns a name without the slogan around it, as in `Straforma / Training in Lille` or `Dune, lamps of clay`: the part
 * that another source calls the name, else the first part of a long name. Expects collapsed white space.
 */
function withoutSlogan(name: string, others: ReadonlySet<string>): string {
  const parts = name.split(/ [|–—·•:»«/-] | ?[|｜] ?|: |, (?=\p{Ll})/u).filter((part) => part.length >= 2);
  const known = parts.find((part) => others.has(squeezed(part)));
  return known ?? (name.length > plainNameMax ? (parts[0] ?? name) : name);
}

/** Matches what the text of a logo says besides the name, and a second spelling in brackets at the end of a name. */
const besideName =
  /^(?:logo|logotipo|logotyp|логотип)(?: (?:de|do|da|di|del|der|von|of|компании))? | (?:logo|logosu|logotipo|logotype?|logotip|лого|логотип)$| ?[(（][^()（）]{2,40}[)）]$/giu;

/** Matches what is left of the text of a logo that names no brand, as in "Logo of the shop". */
const ofShop = /^(?:d[aeo]s?|de la|del|della|des|du|der|des|vom|of|of the|van) \p{Ll}+$/u;

/**
 * Returns the name of the brand; null if none was found. Spellings with and without blanks count as the same name.
 */
export function mergeNames(found: Found<string>[]): string | null {
  const cleaned = found.flatMap((one) => {
    const value = cleanText(one.value, textMax.name);
    return value === undefined || ofShop.test(value) ? [] : [{ ...one, value: value.replace(besideName, '') || value }];
  });
  const sure = cleaned.filter(({ confidence }) => confidence >= sureNameMin);
  const known = new Set(sure.map(({ value }) => squeezed(value)));
  const named = cleaned.map((one) => ({ ...one, value: withoutSlogan(one.value, known) }));
  const best = rank(named, squeezed)[0]?.value;
  return best === undefined ? null : bestSpelling(best, named);
}

/**
 * Returns the spelling of a name with the most letters that an address cannot have: capitals and letters with marks.
 * `vrkoče.example` is better than `vrkoce.example`. A spelling in capitals only is not preferred.
 */
function bestSpelling(name: string, found: Found<string>[]): string {
  const spellings = found
    .filter(({ value, confidence }) => confidence >= sureNameMin && squeezed(value) === squeezed(name))
    .map(({ value }) => value);
  const marks = (text: string): number =>
    (text.match(/[^\p{ASCII}]/gu)?.length ?? 0) + (/\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) ? 1 : 0);
  return spellings.reduce((leader, one) => (marks(one) > marks(leader) ? one : leader), name);
}
