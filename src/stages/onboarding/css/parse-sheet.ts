import parse from 'css-tree/parser';
import type { CssNodePlain } from 'css-tree';
import { absoluteUrl } from '../text.ts';

export interface StyleRule {
  selector: string;
  declarations: Map<string, { value: string; isImportant: boolean }>;
}

export interface FontFace {
  family: string;
  /**
   * Absolute URLs of the font's files, best file format first. Formats that cannot be used for drawing are left out.
   */
  urls: string[];
  weight: number;
  isItalic: boolean;
  unicodeRange: string;
}

export interface Sheet {
  rules: StyleRule[];
  fontFaces: FontFace[];
  imports: string[];
}

const rulesMax = 30_000;
const fontFacesMax = 200;
const valueCharactersMax = 1_000;
/** Properties that are kept only for the elements of drawings, of which few use them. */
export const drawingProperties: ReadonlySet<string> = new Set(['opacity', 'clip-path', 'clip-rule', 'mask', 'display']);
const kept = new Set([
  ...drawingProperties,
  ...['color', 'background', 'background-color', 'background-image', 'font-family', 'font'],
  // Paint of drawings.
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-linecap'],
  ...['stroke-linejoin', 'stroke-miterlimit', 'stop-color', 'stop-opacity'],
]);

/** Options of the CSS parser. Values are not parsed but kept as text, because only few of them are used later. */
const options = {
  list: false,
  positions: false,
  parseValue: false,
  parseCustomProperty: false,
  parseRulePrelude: false,
  parseAtrulePrelude: false,
} as const;

/** Parses a stylesheet. If it is broken, returns the part that could be read. */
export function parseSheet(css: string, base: URL): Sheet {
  const sheet: Sheet = { rules: [], fontFaces: [], imports: [] };
  try {
    walk(parse(css, options), sheet, base);
  } catch {
    // The sheet is nested deeper than the stack allows. The part that was read before is kept.
  }
  return sheet;
}

function childrenOf(node: CssNodePlain): CssNodePlain[] {
  return 'children' in node && Array.isArray(node.children) ? node.children : [];
}

function rawOf(node: CssNodePlain | null): string {
  return node?.type === 'Raw' ? node.value.trim() : '';
}

function walk(node: CssNodePlain, sheet: Sheet, base: URL): void {
  for (const child of childrenOf(node)) {
    if (child.type === 'Rule') addRule(child, sheet, base);
    else if (child.type === 'Atrule') readAtrule(child, sheet, base);
  }
}

type Atrule = Extract<CssNodePlain, { type: 'Atrule' }>;

function readAtrule(atrule: Atrule, sheet: Sheet, base: URL): void {
  const prelude = rawOf(atrule.prelude);
  switch (atrule.name.toLowerCase()) {
    case 'import':
      addImport(prelude, sheet, base);
      return;
    case 'font-face':
      addFontFace(atrule, sheet, base);
      return;
    case 'media':
      if (isMediaOfDesk(prelude) && atrule.block !== null) walk(atrule.block, sheet, base);
      return;
    case 'supports':
    case 'layer':
      if (atrule.block !== null) walk(atrule.block, sheet, base);
      return;
    default:
  }
}

/** Reports whether a media query may hold on a desktop computer of usual size, in light colours. */
export function isMediaOfDesk(query: string): boolean {
  const text = query.toLowerCase();
  if (/print|speech|prefers-color-scheme:\s*dark|max-width|max-device|forced-colors|prefers-contrast/.test(text))
    return false;
  const least = /min-width:\s*(\d{1,5})(px|em|rem)/.exec(text);
  return least === null || Number(least[1]) * (least[2] === 'px' ? 1 : 16) <= 1_280;
}

function addImport(prelude: string, sheet: Sheet, base: URL): void {
  const target = /^(?:url\(\s*)?["']?([^"')\s]{1,2048})/i.exec(prelude)?.[1];
  const url = absoluteUrl(target, base);
  if (url !== undefined && sheet.imports.length < 20) sheet.imports.push(url);
}

type Declarations = StyleRule['declarations'];

function declarationsOf(block: CssNodePlain, isKept: (property: string) => boolean): Declarations {
  const found: Declarations = new Map();
  for (const child of childrenOf(block)) {
    if (child.type !== 'Declaration') continue;
    const property = child.property.startsWith('--') ? child.property : child.property.toLowerCase();
    const value = rawOf(child.value).slice(0, valueCharactersMax);
    if (isKept(property) && value !== '') found.set(property, { value, isImportant: child.important !== false });
  }
  return found;
}

function withAbsoluteUrls(declarations: Declarations, base: URL): Declarations {
  for (const [property, declaration] of declarations) {
    const value = declaration.value.replace(/url\(([^()]{1,1000})\)/gi, (whole, target: string) => {
      // A fragment alone refers to the page, not to the stylesheet.
      const url = unquoted(target).startsWith('#') ? undefined : absoluteUrl(unquoted(target), base);
      return url === undefined ? whole : `url("${url}")`;
    });
    declarations.set(property, { ...declaration, value });
  }
  return declarations;
}

function addRule(rule: Extract<CssNodePlain, { type: 'Rule' }>, sheet: Sheet, base: URL): void {
  if (sheet.rules.length >= rulesMax) return;
  const found = declarationsOf(rule.block, (property) => property.startsWith('--') || kept.has(property));
  const declarations = withAbsoluteUrls(found, base);
  if (declarations.size > 0) sheet.rules.push({ selector: rawOf(rule.prelude), declarations });
}

export function parseInline(style: string, base: URL): Declarations {
  const { rules } = parseSheet(`a{${style.slice(0, 4_000)}}`, base);
  return rules[0]?.declarations ?? new Map<string, { value: string; isImportant: boolean }>();
}

const formatRank = ['woff2', 'woff', 'ttf', 'otf'];

function addFontFace(atrule: Atrule, sheet: Sheet, base: URL): void {
  if (atrule.block === null || sheet.fontFaces.length >= fontFacesMax) return;
  const values = declarationsOf(atrule.block, () => true);
  const text = (property: string): string => values.get(property)?.value ?? '';
  const family = unquoted(text('font-family'));
  if (family === '') return;
  sheet.fontFaces.push({
    family,
    urls: fontUrls(atrule.block, base),
    weight: weightOf(text('font-weight')),
    isItalic: /italic|oblique/i.test(text('font-style')),
    unicodeRange: text('unicode-range').toLowerCase(),
  });
}

/**
 * Returns the URLs of the font files in a `@font-face` block. Some blocks have two `src` declarations, the first of
 * them for very old browsers.
 */
function fontUrls(block: CssNodePlain, base: URL): string[] {
  const sources = childrenOf(block).flatMap((child) =>
    child.type === 'Declaration' && child.property.toLowerCase() === 'src' ? [rawOf(child.value).slice(0, 20_000)] : [],
  );
  const found = sources.flatMap((source) =>
    [...source.matchAll(/url\(([^()]{1,2048})\)(?:\s{1,5}format\(([^()]{1,40})\))?/gi)].flatMap(
      ([, target = '', format = '']) => ranked(absoluteUrl(unquoted(target), base), unquoted(format)),
    ),
  );
  return found.sort((one, other) => one.rank - other.rank).map(({ url }) => url);
}

function ranked(url: string | undefined, format: string): { url: string; rank: number }[] {
  if (url === undefined) return [];
  const named = format
    .toLowerCase()
    .replace('truetype', 'ttf')
    .replace('opentype', 'otf')
    .replace(/-variations$/, '');
  const extension = /\.(woff2|woff|ttf|otf|eot|svg)$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  const rank = formatRank.indexOf(named === '' ? extension : named);
  return rank === -1 ? [] : [{ url, rank }];
}

function weightOf(text: string): number {
  if (/bold/i.test(text)) return 700;
  const [low, high] = [...text.matchAll(/\d{1,4}/g)].map(([digits]) => Number(digits));
  if (low === undefined) return 400;
  // A variable font covers a range of weights. The weight in this range that is nearest to 400 (regular) is used.
  return high === undefined ? low : Math.min(Math.max(400, low), high);
}

export function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^["']|["']$/g, '')
    .trim();
}
