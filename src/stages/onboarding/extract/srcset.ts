/** One picture of a `srcset`. Widths are in pixels; a density of 2 is that of `2x`. */
export interface SetCandidate {
  url: string;
  width?: number;
  density?: number;
}

/** Maximum length, in characters, of a `srcset` that is read. Candidates after it are ignored. */
const setCharactersMax = 65_536;

const separators = /[, \t\n\f\r]*/y;
const word = /[^ \t\n\f\r]+/y;
/** Text up to the next comma that is not in parentheses. */
const untilComma = /(?:[^(,]|\([^)]*(?:\)|$))*/y;
const descriptor = /(?:[^ \t\n\f\r(]|\([^)]*(?:\)|$))+/g;

/**
 * Parses a `srcset` after the HTML standard ("parse a srcset attribute"): a URL may contain commas but not end with one,
 * a height after a width is ignored, and a candidate with a wrong descriptor is left out without its neighbours. The
 * packages for this throw or write to the console on a wrong candidate, or accept what the standard leaves out.
 */
export function parseSrcset(set: string): SetCandidate[] {
  const text = set.slice(0, setCharactersMax);
  const found: SetCandidate[] = [];
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const taken = pattern.exec(text)?.[0] ?? '';
    at += taken.length;
    return taken;
  };
  for (take(separators); at < text.length; take(separators)) {
    const url = take(word);
    const described = url.endsWith(',') ? '' : take(untilComma);
    // The rest of a set that was cut is not a whole candidate.
    if (at === text.length && set.length > text.length) break;
    const sizes = sizesOf(described.match(descriptor) ?? []);
    if (sizes !== undefined) found.push({ url: url.replace(/,+$/, ''), ...sizes });
  }
  return found;
}

const isWidth = (text: string): boolean => /^\d+w$/.test(text);
const isHeight = (text: string): boolean => /^\d+h$/.test(text);
const isDensity = (text: string): boolean => /^-?(?:\d+|\d*\.\d+)(?:[eE][+-]?\d+)?x$/.test(text);

/** Returns the size that descriptors state; undefined if the standard leaves out a candidate with these descriptors. */
function sizesOf(descriptors: string[]): Omit<SetCandidate, 'url'> | undefined {
  const [width, ...widths] = descriptors.filter(isWidth).map(Number.parseFloat);
  const [height, ...heights] = descriptors.filter(isHeight).map(Number.parseFloat);
  const [density, ...densities] = descriptors.filter(isDensity).map(Number.parseFloat);
  const known = [width, height, density].filter((size) => size !== undefined).length;
  const isRepeated = widths.length + heights.length + densities.length > 0;
  if (isRepeated || known < descriptors.length || width === 0 || height === 0) return undefined;
  if (density !== undefined) return known === 1 && density >= 0 ? { density } : undefined;
  if (width === undefined) return height === undefined ? {} : undefined;
  return { width };
}
