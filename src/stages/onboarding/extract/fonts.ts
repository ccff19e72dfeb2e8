import type { Element } from 'domhandler';
import { unquoted, type FontFace } from '../css/parse-sheet.ts';
import type { Styles } from '../css/styles.ts';
import type { Extractor, FontValue, Found } from '../found.ts';
import type { Page } from '../page.ts';
import { cleanText } from '../text.ts';
import { callElements } from './call-elements.ts';

const source = 'stylesheet';
const nameMax = 100;

/**
 * Matches CSS keywords that are not the name of a font, such as `serif`, so they do not count as a font of the brand.
 */
const genericKeyword =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|emoji|math|fangsong|inherit|initial|unset|revert|revert-layer)$/i;
const ofIcons =
  /icon|awesome|glyph|dashicons|swiper|slick|material symbols|woocommerce|star$|flexslider|icomoon|linecons|themify|fontello|feather|fallback/i;

/**
 * Returns the plain name of a font family. For example, returns `Inter` for `__Inter_a1b2c3`, a name that a bundler has
 * generated.
 */
function familyName(raw: string): string | null {
  const name = unquoted(raw)
    .replace(/^__(.+?)_[0-9a-f]{6}$/, '$1')
    .replaceAll('_', ' ');
  return cleanText(name, nameMax) ?? null;
}

function stackOf(styles: Styles, element: Element): string[] {
  const family = styles.inherited(element, 'font-family');
  const shorthand = family === undefined ? styles.inherited(element, 'font') : undefined;
  const list = family ?? /(?:px|r?em|%|pt|\))(?:\s*\/\s*\S+)?\s+(.{1,400})$/.exec(shorthand ?? '')?.[1] ?? '';
  return list.split(',').map(unquoted);
}

/**
 * Returns the first family of a stack, even if it is a font of the system such as Georgia or `system-ui`. The other
 * families are fallbacks, which visitors see only if the first is missing.
 */
function brandFamily([first = '']: string[]): string | undefined {
  const isName = first !== '' && !first.includes('(') && !genericKeyword.test(first) && !ofIcons.test(first);
  return isName ? first : undefined;
}

function letterOf(language: string): number {
  const samples: Record<string, number> = {
    ja: 0x3042,
    zh: 0x4e00,
    ko: 0xac00,
    ar: 0x0627,
    fa: 0x0627,
    he: 0x05d0,
    ru: 0x0430,
    uk: 0x0430,
    bg: 0x0430,
    el: 0x03b1,
    th: 0x0e01,
    hi: 0x0905,
  };
  return samples[language.slice(0, 2).toLowerCase()] ?? 0x61;
}

function covers(range: string, point: number): boolean {
  if (range === '') return true;
  return range.split(',').some((part) => {
    const [, from = '', to] = /u\+([0-9a-f?]{1,6})(?:-([0-9a-f]{1,6}))?/i.exec(part) ?? [];
    if (from === '') return false;
    const low = Number.parseInt(from.replaceAll('?', '0'), 16);
    const high = Number.parseInt(to ?? from.replaceAll('?', 'f'), 16);
    return point >= low && point <= high;
  });
}

function faceFor(faces: FontFace[], family: string, wanted: { weight: number; letter: number }): FontFace | undefined {
  const usable = faces.filter((face) => face.family.toLowerCase() === family.toLowerCase() && face.urls.length > 0);
  const penalty = (face: FontFace): number =>
    Math.abs(face.weight - wanted.weight) +
    (face.isItalic ? 1_000 : 0) +
    (covers(face.unicodeRange, wanted.letter) ? 0 : 5_000);
  return usable.sort((one, other) => penalty(one) - penalty(other))[0];
}

interface Use {
  element: Element | undefined;
  weight: number;
  confidence: number;
}

function usesOf(page: Page): Use[] {
  const heading = page.$('main h1, h1').get(0) ?? page.$('main h2, h2, h3').get(0);
  const body = page.$('main p, p').get(0) ?? page.$('body').get(0);
  return [
    { element: heading, weight: 700, confidence: 0.85 },
    { element: body, weight: 400, confidence: 0.8 },
    { element: page.$('body').get(0), weight: 400, confidence: 0.7 },
    { element: callElements(page)[0]?.element, weight: 600, confidence: 0.5 },
  ];
}

function fromFaces(faces: FontFace[], letter: number): Found<FontValue>[] {
  const families = [...new Set(faces.map(({ family }) => family))].filter((family) => !ofIcons.test(family));
  return families.slice(0, 3).map((family) => ({
    value: { family: familyName(family), url: faceFor(faces, family, { weight: 400, letter })?.urls[0] ?? null },
    source,
    confidence: 0.3,
  }));
}

/**
 * Returns the fonts in links to a font service, such as Google Fonts. These links are in the HTML, so this function
 * also works for a page whose stylesheets were not read.
 */
function fromLinks({ $, base }: Page): Found<FontValue>[] {
  const links = $('link[href*="fonts.googleapis"], link[href*="fonts.bunny"]').toArray().slice(0, 5);
  return links.flatMap(({ attribs }) => {
    const asked = URL.parse(attribs['href'] ?? '', base.href)?.searchParams.getAll('family') ?? [];
    const families = asked.flatMap((list) => list.slice(0, 1_000).split('|'));
    return families.slice(0, 8).flatMap((family): Found<FontValue>[] => {
      const name = cleanText(family.replace(/:.*$/, ''), nameMax);
      return name === undefined ? [] : [{ value: { family: name, url: null }, source: 'page', confidence: 0.35 }];
    });
  });
}

export const fonts: Extractor = (page) => {
  const { styles, $ } = page;
  if (styles === undefined) return { fonts: fromLinks(page) };
  const letter = letterOf($('html').attr('lang') ?? 'en');
  const used = usesOf(page).flatMap(({ element, weight, confidence }): Found<FontValue>[] => {
    const family = element === undefined ? undefined : brandFamily(stackOf(styles, element));
    if (family === undefined) return [];
    const face = faceFor(styles.fontFaces, family, { weight, letter });
    return [
      {
        value: { family: familyName(family), url: face?.urls[0] ?? null },
        source,
        confidence: face === undefined ? confidence - 0.1 : confidence,
      },
    ];
  });
  // A family with a file that no text uses may be a font of icons.
  const declared = used.length > 0 ? used : fromFaces(styles.fontFaces, letter);
  return { fonts: [...declared, ...fromLinks(page)] };
};
