import { hexOfProperty } from '../css/color-value.ts';
import { isGrey, lchOf } from '../../../studio/brand-kit/color.ts';
import { evidence } from '../evidence.ts';
import type { Extractor } from '../findings.ts';

const propertiesMax = 60;

const notOurs =
  /^--(?:wp--preset--color--(?:black|cyan-bluish|white|pale-|vivid-|luminous-|light-green|.*-to-)|wp--preset--(?:gradient|duotone|shadow)|bs-(?:blue|indigo|purple|pink|red|orange|yellow|green|teal|cyan|gray|black|white|secondary|success|info|warning|danger|light|dark)|(?:color-)?(?:red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|slate|gray|grey|zinc|neutral|stone)-\d|tw-|swiper|fa-|plyr|woocommerce|wc-|toastify|ion-color-(?!primary))/i;
const derived =
  /hover|active|focus|disabled|shadow|ring|overlay|opacity|gradient|foreground|contrast|inverse|visited|error|success|warning|danger|info|alert|sale|rating|star|invalid|destructive|-on-|on-primary|-text-on|button-?text|btn-?text|chart|sidebar|rgb-values|-(?:50|100|200|300|800|900|950)$|light(?:er|est)$|dark(?:er|est)$|-tint$|-shade$/i;

/** Uses of a colour that the name of its CSS custom property suggests. The first pattern that matches the name counts. */
const uses: [RegExp, string][] = [
  [
    /(?:^|-)(?:brand|primary)(?:-?(?:color|colour|main|base|default|500|600|1))?$|(?:color|colour|theme|clr)-(?:brand|primary)$/i,
    'primary',
  ],
  [/(?:button|btn|cta)(?:-primary)?(?:-(?:bg|background|color|background-color))?$/i, 'button'],
  [/brand|primary|corporate|hausfarbe/i, 'like-primary'],
  [/(?:^|-)(?:accent|secondary|highlight|tertiary)(?:-?(?:color|colour|main|base|500|600|[123]|hsl))?$/i, 'accent'],
  [/accent|secondary|highlight/i, 'like-accent'],
  [/(?:^|-)(?:muted|subtle|border|line|divider|gr[ae]y)/i, 'muted'],
  [
    /(?:^|-)(?:bg|background|surface|paper|canvas|page)(?:-(?:color|base|default|body))?$|color-(?:bg|background|surface|base-background-1|paper)$/i,
    'ground',
  ],
  [/(?:^|-)(?:text|ink|fg|body-color|heading|foreground|base-text)(?:-(?:color|base|default|primary|body))?$/i, 'text'],
  [/(?:colou?r|clr|palette|theme)/i, 'color'],
];

/** Returns the use of a colour by the name of its CSS custom property; undefined if the brand has not chosen the colour. */
function useOf(name: string): string | undefined {
  if (notOurs.test(name) || derived.test(name.replace(/^--(?:color-)?foreground$/, ''))) return undefined;
  return uses.find(([pattern]) => pattern.test(name.slice(2)))?.[1];
}

/**
 * Extractor of colours from CSS custom properties. If a custom property is declared several times, its last declaration
 * counts.
 */
export const customProperties: Extractor = ({ styles, $ }) => {
  const root = $('html').get(0);
  if (styles === undefined || root === undefined) return {};
  const colors = [...new Map(styles.properties)].flatMap(([name, value]) => {
    const use = useOf(name);
    const hex = use && hexOfProperty(value.includes('var(') ? styles.resolve(value, root) : value);
    if (hex === undefined || (use === 'color' && isGrey(lchOf(hex)))) return [];
    return evidence(hex, 'stylesheet', { [`property.${use ?? ''}`]: 1 });
  });
  return { colors: colors.slice(0, propertiesMax) };
};
