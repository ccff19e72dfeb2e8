import { headOf, isCountable, isPlural } from './nouns.ts';
import { spokenName } from '../clean-text.ts';
import type { Reference } from './claim.ts';

/** How a script names the advertised product. */
export interface Subject {
  /** Short name: `Kestrel V9` for `Kestrel V9 Cordless Vacuum Cleaner with HEPA Filter`. */
  name: string;
  /** Name with its article in the middle of a sentence: `the Steel Bottle`. */
  inSentence: string;
  isPlural: boolean;
  reference: Reference;
}

const nameWordsMax = 5;

export function subjectOf(
  { product, brand }: { product: string | null; brand: string | null },
  description: string,
): Subject | undefined {
  const whole = product ?? brand;
  if (whole === null) return undefined;
  const name = product === null ? whole : shortName(product, brand, description);
  const head = headOf(product === null ? '' : withoutDetails(product));
  const plural = isPlural(head) && product !== null;
  const heads = [head, ...definedHeads(description)].filter((word) => word !== '');
  return {
    name: spokenName(name),
    inSentence: hasArticle(name, head, description) && !plural ? `the ${spokenName(name)}` : spokenName(name),
    isPlural: plural,
    reference: { names: [name, whole, ...(brand === null ? [] : [brand])], heads: [...new Set(heads)] },
  };
}

const withoutDetails = (product: string): string =>
  product
    .replace(/\s*[([{].*$/u, '')
    .split(/\s*[,|:;/]\s*|\s+[-–—]\s+|\s+(?:with|for|featuring|incl\.?|including)\s+/iu)[0]
    ?.replace(/\s+(?:19|20)\d\d$/u, '')
    .trim() ?? product;

/**
 * Returns a short form of a long product name, if possible the part that the description itself uses: `CK One` for
 * `Calvin Klein CK One`.
 */
function shortName(product: string, brand: string | null, description: string): string {
  const bare = withoutDetails(product) === '' ? product : withoutDetails(product);
  const words = bare.split(' ');
  if (words.length <= 3 || (words.length <= nameWordsMax && description.includes(bare))) return bare;
  const used = partsOf(words, brand).find((part) => description.includes(part) && part !== part.toLowerCase());
  if (used !== undefined) return used;
  return words.length <= nameWordsMax || brand === null ? bare : brand;
}

/** Parts of at least two words that begin the name or follow the brand, the longest first. */
function partsOf(words: readonly string[], brand: string | null): string[] {
  const brandWords = brand === null ? 0 : brand.split(' ').length;
  const isBranded = brand !== null && words.slice(0, brandWords).join(' ').toLowerCase() === brand.toLowerCase();
  const starts = isBranded ? [0, brandWords] : [0];
  return starts
    .flatMap((start) => words.map((_, end) => words.slice(start, end + 1)))
    .filter((part) => part.length >= 2 && part.join(' ').toLowerCase() !== brand?.toLowerCase())
    .toSorted((a, b) => b.length - a.length)
    .map((part) => part.join(' '));
}

/**
 * Reports whether the name gets the article `the` in a sentence. The description decides, if it uses the name.
 * Otherwise a name of several words gets `the` if its main noun is countable, such as `Bottle` in `Steel Bottle`.
 */
function hasArticle(name: string, head: string, description: string): boolean {
  if (/^(?:the|a|an|my|your|our)\s/iu.test(name)) return false;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  if (new RegExp(`\\b[Tt]he ${escaped}(?![\\p{L}\\p{N}])`, 'u').test(description)) return true;
  if (new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(description)) return false;
  return head === headOf(name) && name.includes(' ') && isCountable(head);
}

/** Nouns that the description itself uses for the product: `this jacket`, `is a note-taking app`. */
function definedHeads(description: string): string[] {
  const shown = [...description.matchAll(/\bthis ([a-z-]+)(?=\s)/giu)].map(([, noun = '']) => noun.toLowerCase());
  const defined = [
    ...description.matchAll(
      /(?:^|\bis |[.!]\s)(?:an?) ((?:[\p{L}\p{N}-]+ ){0,4}?[\p{L}-]+)(?= (?:that|for|with|in|by|who|which|from|made|designed|and)\b|[.,])/giu,
    ),
  ];
  return [...shown, ...defined.map(([, phrase = '']) => headOf(phrase))].filter(isCountable);
}
