import { refusal } from '../../../words/printable.ts';
import type { Subject } from '../../../words/rules.ts';
import { hasPhrase } from '../../../words/templates.ts';
import { facts, type Evidence, type Features } from '../evidence.ts';
import { squeezed } from '../site-labels.ts';
import { cleanText, textMax } from '../text.ts';

/** Separators of the parts of a text that says a name and more. */
const separators = / [|–—·•:»«/-] | ?[|｜：] ?|: |\s+::\s+| [–—-]|[–—-] |, /u;
const partsMax = 6;

/** Matches what the text of a logo says besides the name, and a second spelling in brackets at the end of a name. */
const besideName =
  /^(?:logo|logotipo|logotyp|логотип)(?: (?:de|do|da|di|del|der|von|of|компании))? | (?:logo|logosu|logotipo|logotype?|logotip|лого|логотип)$| ?[(（][^()（）]{2,40}[)）]$|[®™]/giu;
const aroundName = /^[\s|–—·•:»«,/-]+|[\s|–—·•:»«,/-]+$/gu;
/** Matches a legal form at the end of a name. */
export const legalForm =
  /,? (?:gmbh(?: & co\.? kg)?|e\.? ?k\.?|ag|kg|ug|ohg|gbr|inc\.?|llc|l\.l\.c\.|ltd\.?|limited|corp\.?|co\.,? ltd\.?|pvt\.? ltd\.?|plc|pty\.? ltd\.?|s\.?a\.?r\.?l\.?|s\.?a\.?s\.?|s\.?r\.?l\.?s?|s\.?p\.?a\.?|s\.?l\.?u?\.?|s\.?a\.?|b\.?v\.?|n\.?v\.?|a\/s|aps|oy|ab|sp\. z o\. ?o\.|s\.?r\.?o\.?|d\.?o\.?o\.?|kft\.?|ltda\.?|eirl|ооо|е?оод|a\.ş\.|株式会社)$/iu;

/**
 * Returns the names that a found text may say: the whole text, the text without a legal form or the word of a page, and
 * its parts. The features of the others say that they are only a part of what was found. `address` is the word by which
 * the address names the site.
 */
export function nameVariants({ value, source, features }: Evidence<string>, address: string): Evidence<string>[] {
  const said = tidy(value.replace(besideName, '')) ?? value;
  const inside = withoutPageWord(said);
  const isSpelled = inside !== undefined && squeezed(inside) === address;
  const whole = isSpelled ? inside : said;
  const parts = whole.split(separators).flatMap((part) => tidy(part) ?? []);
  const isOne = parts.length <= 1;
  const bare = whole.replace(legalForm, '');
  const asPart = (part: string, holding: Record<string, boolean>): Evidence<string> => ({
    value: part,
    source,
    features: { ...placed(features, 'part'), ...facts(holding) },
  });
  return [
    { value: whole, source, features: { ...features, ...facts({ 'has-parts': !isOne }) } },
    ...(bare === whole ? [] : [asPart(bare, { 'without-form': true })]),
    ...(inside === undefined || isSpelled || !isOne ? [] : [asPart(inside, { 'without-page-word': true })]),
    ...(isOne ? [] : parts.slice(0, partsMax)).map((part, at) =>
      asPart(part, { part: true, 'part.first': at === 0, 'part.last': at === parts.length - 1 }),
    ),
  ].filter((one) => mayBeName(one.value, address));
}

const tidy = (text: string): string | undefined => cleanText(text.replace(aroundName, ''), textMax.name);

/** Returns the places of features, such as `title` for `title.social`, as places of a part of what was found there. */
const placed = (features: Features, prefix: string): Features =>
  Object.fromEntries(Object.keys(features).map((name) => [`${prefix}.${name.split('.')[0] ?? ''}`, 1]));

/** Returns a text without its first or last word if that names a page, as in `Lykta Home`; undefined if neither does. */
function withoutPageWord(text: string): string | undefined {
  const [, first = '', afterFirst] = /^(\S+) (.+)$/u.exec(text) ?? [];
  const [, beforeLast, last = ''] = /^(.+) (\S+)$/u.exec(text) ?? [];
  if (isOfPage(first)) return tidy(afterFirst ?? '');
  return isOfPage(last) ? tidy(beforeLast ?? '') : undefined;
}

/** Rules of `words/rules.ts` for texts that name or operate a page, and for others that are no name of a brand. */
const ofPages = new Set(['button', 'label', 'title', 'call']);
const nameless = new Set(['letters', 'filler', 'contact', 'notice', 'twice']);

const brokenRule = (text: string): string => refusal(text, 'headline', nobody)?.name ?? '';

/** Reports whether a text names or operates a page. */
const isOfPage = (text: string): boolean =>
  hasPhrase('page-words', 'home-title', text) || ofPages.has(brokenRule(text));

const nobody: Subject = { brand: null, product: null, language: null };

const rightsNotice = /\ball rights\b|\brights reserved\b|©|\bcopyright\b/i;
const contact = /[^\s@]@[^\s@]|https?:|www\.|\+?\d[\d\s()/-]{7,}\d/i;
/** Matches what is left of the text of a logo that names no brand, as in "Logo of the shop". */
const ofShop = /^(?:d[aeo]s?|de la|del|della|des|du|der|des|vom|of|of the|van) \p{Ll}+$/u;
const nameMax = 60;

/** Reports whether a text may be a name. The name that the address spells may also be a word of a page, such as "Story". */
function mayBeName(text: string, address: string): boolean {
  const key = squeezed(text);
  if (key.length < 2 || text.length > nameMax || !/\p{L}/u.test(text)) return false;
  if (rightsNotice.test(text) || contact.test(text)) return false;
  return key === address || !(ofShop.test(text) || isOfPage(text) || nameless.has(brokenRule(text)));
}
