import type { Element } from 'domhandler';
import { unquoted, type FontFace } from '../css/parse-sheet.ts';
import type { Styles } from '../css/styles.ts';
import { evidence, type Evidence } from '../evidence.ts';
import type { Extractor, FontValue } from '../findings.ts';
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
function familyName(raw: string): string | undefined {
  const name = unquoted(raw)
    .replace(/^__(.+?)_[0-9a-f]{6}$/, '$1')
    .replaceAll('_', ' ');
  return cleanText(name, nameMax);
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

interface Wanted {
  weight: number;
  letter: number;
}

function faceFor(faces: FontFace[], family: string, wanted: Wanted): FontFace | undefined {
  const usable = faces.filter((face) => face.family.toLowerCase() === family.toLowerCase() && face.urls.length > 0);
  const penalty = (face: FontFace): number =>
    Math.abs(face.weight - wanted.weight) +
    (face.isItalic ? 1_000 : 0) +
    (covers(face.unicodeRange, wanted.letter) ? 0 : 5_000);
  return usable.sort((one, other) => penalty(one) - penalty(other))[0];
}

/** Returns a family with the file of the face that is nearest to the wanted one. */
function withFace(family: string, faces: FontFace[], wanted: Wanted): FontValue | undefined {
  const name = familyName(family);
  return name === undefined ? undefined : { family: name, url: faceFor(faces, family, wanted)?.urls[0] ?? null };
}

function fromUses(page: Page, styles: Styles, letter: number): Evidence<FontValue>[] {
  const first = (selector: string): Element | undefined => page.$.root().find(selector).get(0);
  const body = first('body');
  const uses = [
    { element: first('main h1, h1') ?? first('main h2, h2, h3'), weight: 700, name: 'written.heading' },
    { element: first('main p, p') ?? body, weight: 400, name: 'written.text' },
    { element: body, weight: 400, name: 'written.text' },
    { element: callElements(page)[0]?.element, weight: 600, name: 'written.text' },
  ];
  return uses.flatMap(({ element, weight, name }) => {
    const family = element === undefined ? undefined : brandFamily(stackOf(styles, element));
    const font = family === undefined ? undefined : withFace(family, styles.fontFaces, { weight, letter });
    return evidence(font, source, { [name]: 1 });
  });
}

/** Returns the families with files. Where texts have a family, one that no text uses may be a font of icons. */
function fromFaces({ fontFaces }: Styles, letter: number): Evidence<FontValue>[] {
  const families = [...new Set(fontFaces.map(({ family }) => family))].filter((family) => !ofIcons.test(family));
  return families
    .slice(0, 3)
    .flatMap((family) => evidence(withFace(family, fontFaces, { weight: 400, letter }), source, { declared: 1 }));
}

/**
 * Returns the fonts in links to a font service, such as Google Fonts. These links are in the HTML, so this function
 * also works for a page whose stylesheets were not read.
 */
function fromLinks({ $, base }: Page): Evidence<FontValue>[] {
  const links = $('link[href*="fonts.googleapis"], link[href*="fonts.bunny"]').toArray().slice(0, 5);
  return links.flatMap(({ attribs }) => {
    const asked = URL.parse(attribs['href'] ?? '', base.href)?.searchParams.getAll('family') ?? [];
    const families = asked.flatMap((list) => list.slice(0, 1_000).split('|'));
    return families.slice(0, 8).flatMap((family) => {
      const name = cleanText(family.replace(/:.*$/, ''), nameMax);
      return name === undefined ? [] : evidence({ family: name, url: null }, 'page', { linked: 1 });
    });
  });
}

export const fonts: Extractor = (page) => {
  const { styles, $ } = page;
  if (styles === undefined) return { fonts: fromLinks(page) };
  const letter = letterOf($('html').attr('lang') ?? 'en');
  const used = fromUses(page, styles, letter);
  return { fonts: [...(used.length > 0 ? used : fromFaces(styles, letter)), ...fromLinks(page)] };
};
