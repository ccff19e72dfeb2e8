import { firstUnits } from '../../../domain/whole-characters.ts';
import { hexOfProperty } from '../css/color-value.ts';
import { isNeutral } from '../color-distance.ts';
import type { ColorRole, ColorValue, Extractor, Found } from '../found.ts';

const source = 'stylesheet';
const propertiesMax = 60;

const notOurs =
  /^--(?:wp--preset--color--(?:black|cyan-bluish|white|pale-|vivid-|luminous-|light-green|.*-to-)|wp--preset--(?:gradient|duotone|shadow)|bs-(?:blue|indigo|purple|pink|red|orange|yellow|green|teal|cyan|gray|black|white|secondary|success|info|warning|danger|light|dark)|(?:color-)?(?:red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|slate|gray|grey|zinc|neutral|stone)-\d|tw-|swiper|fa-|plyr|woocommerce|wc-|toastify|ion-color-(?!primary))/i;
const derived =
  /hover|active|focus|disabled|shadow|ring|overlay|opacity|gradient|foreground|contrast|inverse|visited|error|success|warning|danger|info|alert|sale|rating|star|invalid|destructive|-on-|on-primary|-text-on|button-?text|btn-?text|chart|sidebar|rgb-values|-(?:50|100|200|300|800|900|950)$|light(?:er|est)$|dark(?:er|est)$|-tint$|-shade$/i;

/**
 * Roles of a colour, such as primary, that the name of its CSS custom property suggests. Each role has a confidence
 * from 0 to 1. The first pattern that matches the name counts.
 */
const promises: [RegExp, ColorRole, number][] = [
  [
    /(?:^|-)(?:brand|primary)(?:-?(?:color|colour|main|base|default|500|600|1))?$|(?:color|colour|theme|clr)-(?:brand|primary)$/i,
    'primary',
    0.85,
  ],
  [/(?:button|btn|cta)(?:-primary)?(?:-(?:bg|background|color|background-color))?$/i, 'primary', 0.6],
  [/brand|primary|corporate|hausfarbe/i, 'primary', 0.55],
  [
    /(?:^|-)(?:accent|secondary|highlight|tertiary)(?:-?(?:color|colour|main|base|500|600|[123]|hsl))?$/i,
    'accent',
    0.65,
  ],
  [/accent|secondary|highlight/i, 'accent', 0.45],
  [/(?:^|-)(?:muted|subtle|border|line|divider|gr[ae]y)/i, 'muted', 0.35],
  [
    /(?:^|-)(?:bg|background|surface|paper|canvas|page)(?:-(?:color|base|default|body))?$|color-(?:bg|background|surface|base-background-1|paper)$/i,
    'surface',
    0.55,
  ],
  [
    /(?:^|-)(?:text|ink|fg|body-color|heading|foreground|base-text)(?:-(?:color|base|default|primary|body))?$/i,
    'ink',
    0.5,
  ],
  [/(?:colou?r|clr|palette|theme)/i, 'other', 0.3],
];

/**
 * Colours that frameworks set by default for CSS custom properties with names like `--primary`. A site with such a
 * colour has probably not chosen the colour.
 */
const defaults = new Set([
  '#0d6efd',
  '#007bff',
  '#6ec1e4',
  '#54595f',
  '#61ce70',
  '#7a7a7a',
  '#3898ec',
  '#7f54b3',
  '#32373c',
  '#428bca',
  '#337ab7',
  '#1976d2',
]);

function labelOf(name: string): string {
  const words = name
    .replace(/^--(?:wp--preset--color--|e-global-color-|md-sys-color-|bs-|color-base-|colou?r-|clr-|theme-)?/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return firstUnits(words, 64);
}

function isExcluded(name: string): boolean {
  return notOurs.test(name) || derived.test(name.replace(/^--(?:color-)?foreground$/, ''));
}

function certaintyOf(certainty: number, role: ColorRole, hex: string): number {
  const asDefault = defaults.has(hex) ? 0.35 : 1;
  const asGrey = role === 'primary' && isNeutral(hex) ? 0.8 : 1;
  return certainty * asDefault * asGrey;
}

function read(name: string, value: string): Found<ColorValue>[] {
  if (isExcluded(name)) return [];
  const [, role, certainty] = promises.find(([pattern]) => pattern.test(name.slice(2))) ?? [];
  if (role === undefined || certainty === undefined) return [];
  const hex = hexOfProperty(value);
  if (hex === undefined || (role === 'other' && isNeutral(hex))) return [];
  return [{ value: { hex, label: labelOf(name), role }, source, confidence: certaintyOf(certainty, role, hex) }];
}

/**
 * Extractor of colours from CSS custom properties. If a custom property is declared several times, its last declaration
 * counts.
 */
export const customProperties: Extractor = ({ styles, $ }) => {
  const root = $('html').get(0);
  if (styles === undefined || root === undefined) return {};
  const byName = new Map(styles.properties.map(([name, value]) => [name, value]));
  const colors = [...byName].flatMap(([name, value]) =>
    read(name, value.includes('var(') ? styles.resolve(value, root) : value),
  );
  return { colors: colors.sort((one, other) => other.confidence - one.confidence).slice(0, propertiesMax) };
};
