import type { Tone } from '../brief.ts';
import type { WritingSystemName } from '../writing-systems/writing-systems.ts';
import type { Face } from './face.ts';
import type { FontPair } from './font-pair.ts';
import { eastAsianPairs } from './noto-sans-east-asian.ts';

/** Families of which one file contains all weights. */
const variable: ReadonlySet<string> = new Set([
  'rubik',
  'heebo',
  'frank-ruhl-libre',
  'noto-sans-thai',
  'noto-sans-devanagari',
  'noto-sans-arabic',
]);

type Row = readonly [
  name: string,
  tones: readonly Tone[],
  writingSystems: readonly WritingSystemName[],
  display: readonly [family: string, weight: number],
  text: readonly [family: string, weight: number, strongWeight: number],
  tracking: number,
  leading: number,
];

const face = (family: string, weight: number): Face => ({
  ...{ family, weight },
  ...(variable.has(family) && { isVariable: true }),
});

const pairOf = ([
  name,
  tones,
  writingSystems,
  display,
  [family, weight, strong],
  tracking,
  leading,
]: Row): FontPair => ({
  ...{ name, tones, writingSystems, tracking, leading },
  display: face(...display),
  text: face(family, weight),
  strong: face(family, strong),
});

const usual: readonly Row[] = [
  ['archivo', ['bold', 'technical'], ['latin'], ['archivo', 800], ['archivo', 400, 600], -0.025, 1],
  ['anton', ['bold'], ['latin'], ['anton', 400], ['archivo', 400, 600], 0, 1.06],
  [
    'montserrat',
    ['bold', 'friendly'],
    ['latin', 'cyrillic'],
    ['montserrat', 800],
    ['montserrat', 400, 600],
    -0.02,
    1.04,
  ],
  ['playfair', ['elegant'], ['latin', 'cyrillic'], ['playfair-display', 500], ['figtree', 400, 600], -0.012, 1.06],
  ['cormorant', ['elegant'], ['latin', 'cyrillic'], ['cormorant-garamond', 500], ['figtree', 400, 600], -0.012, 1],
  ['fraunces', ['natural', 'elegant'], ['latin'], ['fraunces', 500], ['dm-sans', 400, 600], -0.02, 1.05],
  ['dm-serif', ['natural'], ['latin'], ['dm-serif-display', 400], ['dm-sans', 400, 600], -0.01, 1.05],
  ['nunito', ['friendly', 'playful'], ['latin', 'cyrillic'], ['nunito', 800], ['nunito', 400, 700], -0.015, 1.06],
  ['figtree', ['friendly', 'natural'], ['latin'], ['figtree', 800], ['figtree', 400, 600], -0.022, 1.04],
  ['space-grotesk', ['technical'], ['latin'], ['space-grotesk', 700], ['ibm-plex-sans', 400, 600], -0.03, 1.04],
  [
    'plex',
    ['technical'],
    ['latin', 'cyrillic', 'greek'],
    ['ibm-plex-sans', 600],
    ['ibm-plex-sans', 400, 600],
    -0.02,
    1.06,
  ],
  ['fredoka', ['playful'], ['latin'], ['fredoka', 600], ['nunito', 500, 700], -0.005, 1.04],
  [
    'bricolage',
    ['playful', 'bold'],
    ['latin'],
    ['bricolage-grotesque', 800],
    ['bricolage-grotesque', 400, 600],
    -0.025,
    1.02,
  ],
  [
    'roboto-slab',
    ['bold', 'natural'],
    ['cyrillic', 'greek'],
    ['roboto-slab', 700],
    ['noto-sans', 400, 600],
    -0.015,
    1.08,
  ],
  [
    'noto-sans',
    ['friendly', 'bold', 'playful', 'elegant'],
    ['greek'],
    ['noto-sans', 800],
    ['noto-sans', 400, 600],
    -0.02,
    1.08,
  ],
  ['cairo', ['bold', 'technical', 'friendly'], ['arabic', 'latin'], ['cairo', 800], ['cairo', 400, 700], 0, 1.3],
  [
    'tajawal',
    ['friendly', 'playful', 'natural', 'technical'],
    ['arabic', 'latin'],
    ['tajawal', 800],
    ['tajawal', 400, 700],
    0,
    1.25,
  ],
  ['amiri', ['elegant', 'natural'], ['arabic', 'latin'], ['amiri', 700], ['tajawal', 400, 700], 0, 1.3],
  ['rubik', ['friendly', 'playful', 'natural', 'bold'], ['hebrew'], ['rubik', 800], ['rubik', 400, 600], 0, 1.1],
  ['heebo', ['technical', 'bold', 'friendly'], ['hebrew'], ['heebo', 800], ['heebo', 400, 600], 0, 1.1],
  ['frank-ruhl-libre', ['elegant', 'natural'], ['hebrew'], ['frank-ruhl-libre', 500], ['heebo', 400, 600], 0, 1.1],
  ['kanit', ['bold', 'playful', 'technical'], ['thai'], ['kanit', 700], ['kanit', 400, 600], 0, 1.4],
  [
    'noto-sans-thai',
    ['friendly', 'natural', 'elegant', 'technical'],
    ['thai'],
    ['noto-sans-thai', 700],
    ['noto-sans-thai', 400, 600],
    0,
    1.4,
  ],
  [
    'poppins',
    ['bold', 'playful', 'friendly', 'technical'],
    ['devanagari'],
    ['poppins', 700],
    ['poppins', 400, 600],
    0,
    1.3,
  ],
  [
    'noto-sans-devanagari',
    ['natural', 'elegant', 'friendly', 'technical'],
    ['devanagari'],
    ['noto-sans-devanagari', 700],
    ['noto-sans-devanagari', 400, 600],
    0,
    1.3,
  ],
];

const wide: readonly Row[] = [
  [
    'noto-sans-arabic',
    ['bold', 'technical', 'friendly', 'playful'],
    ['arabic'],
    ['noto-sans-arabic', 800],
    ['noto-sans-arabic', 400, 700],
    0,
    1.35,
  ],
  ['amiri-noto', ['elegant', 'natural'], ['arabic'], ['amiri', 700], ['noto-sans-arabic', 400, 700], 0, 1.3],
];

/**
 * Bundled font pairs for the usual letters of each writing system. Their families are npm packages `@fontsource/<family>`.
 * The random seed of an ad selects one of the pairs that fit, so adding, removing or reordering pairs changes the fonts
 * that a seed gives.
 */
export const fontPairs: readonly FontPair[] = [...usual.map(pairOf), ...eastAsianPairs];

/**
 * Font pairs that are considered only for texts with letters that the usual pairs of a writing system lack, such as
 * Kurdish or Sindhi texts in Arabic letters.
 */
export const widePairs: readonly FontPair[] = wide.map(pairOf);
