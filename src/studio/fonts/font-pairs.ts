import type { FontPair } from './font-pair.ts';
import { eastAsianPairs } from './noto-sans-east-asian.ts';

/**
 * All bundled font pairs, one row each. The families are packages `@fontsource/<family>` in package.json. A seed
 * chooses among the pairs that fit, so their order and number decide which type an ad gets.
 */
export const fontPairs: readonly FontPair[] = [
  // A wide, strong grotesque.
  {
    name: 'archivo',
    tones: ['bold', 'technical'],
    writingSystems: ['latin'],
    display: { family: 'archivo', weight: 800 },
    text: { family: 'archivo', weight: 400 },
    strong: { family: 'archivo', weight: 600 },
    tracking: -0.025,
    leading: 1.0,
  },
  // Condensed poster capitals for display, with a calm grotesque for text.
  {
    name: 'anton',
    tones: ['bold'],
    writingSystems: ['latin'],
    display: { family: 'anton', weight: 400 },
    text: { family: 'archivo', weight: 400 },
    strong: { family: 'archivo', weight: 600 },
    tracking: 0,
    leading: 1.06,
  },
  // Geometric and wide; has Cyrillic.
  {
    name: 'montserrat',
    tones: ['bold', 'friendly'],
    writingSystems: ['latin', 'cyrillic'],
    display: { family: 'montserrat', weight: 800 },
    text: { family: 'montserrat', weight: 400 },
    strong: { family: 'montserrat', weight: 600 },
    tracking: -0.02,
    leading: 1.04,
  },
  // A high-contrast didone for display, with a humanist sans for text.
  {
    name: 'playfair',
    tones: ['elegant'],
    writingSystems: ['latin', 'cyrillic'],
    display: { family: 'playfair-display', weight: 500 },
    text: { family: 'figtree', weight: 400 },
    strong: { family: 'figtree', weight: 600 },
    tracking: -0.012,
    leading: 1.06,
  },
  // A light garalde, for perfume and hotels.
  {
    name: 'cormorant',
    tones: ['elegant'],
    writingSystems: ['latin', 'cyrillic'],
    display: { family: 'cormorant-garamond', weight: 500 },
    text: { family: 'figtree', weight: 400 },
    strong: { family: 'figtree', weight: 600 },
    tracking: -0.012,
    leading: 1.0,
  },
  // A soft, warm old-style, for food, care and craft.
  {
    name: 'fraunces',
    tones: ['natural', 'elegant'],
    writingSystems: ['latin'],
    display: { family: 'fraunces', weight: 500 },
    text: { family: 'dm-sans', weight: 400 },
    strong: { family: 'dm-sans', weight: 600 },
    tracking: -0.02,
    leading: 1.05,
  },
  // A sturdy serif for display, with a geometric sans for text.
  {
    name: 'dm-serif',
    tones: ['natural'],
    writingSystems: ['latin'],
    display: { family: 'dm-serif-display', weight: 400 },
    text: { family: 'dm-sans', weight: 400 },
    strong: { family: 'dm-sans', weight: 600 },
    tracking: -0.01,
    leading: 1.05,
  },
  // Rounded ends and open shapes; has Cyrillic.
  {
    name: 'nunito',
    tones: ['friendly', 'playful'],
    writingSystems: ['latin', 'cyrillic'],
    display: { family: 'nunito', weight: 800 },
    text: { family: 'nunito', weight: 400 },
    strong: { family: 'nunito', weight: 700 },
    tracking: -0.015,
    leading: 1.06,
  },
  // A clean, friendly geometric.
  {
    name: 'figtree',
    tones: ['friendly', 'natural'],
    writingSystems: ['latin'],
    display: { family: 'figtree', weight: 800 },
    text: { family: 'figtree', weight: 400 },
    strong: { family: 'figtree', weight: 600 },
    tracking: -0.022,
    leading: 1.04,
  },
  // A grotesque with technical shapes.
  {
    name: 'space-grotesk',
    tones: ['technical'],
    writingSystems: ['latin'],
    display: { family: 'space-grotesk', weight: 700 },
    text: { family: 'ibm-plex-sans', weight: 400 },
    strong: { family: 'ibm-plex-sans', weight: 600 },
    tracking: -0.03,
    leading: 1.04,
  },
  // Plain and precise, with Latin, Greek and Cyrillic.
  {
    name: 'plex',
    tones: ['technical'],
    writingSystems: ['latin', 'cyrillic', 'greek'],
    display: { family: 'ibm-plex-sans', weight: 600 },
    text: { family: 'ibm-plex-sans', weight: 400 },
    strong: { family: 'ibm-plex-sans', weight: 600 },
    tracking: -0.02,
    leading: 1.06,
  },
  // Bubbly and round.
  {
    name: 'fredoka',
    tones: ['playful'],
    writingSystems: ['latin'],
    display: { family: 'fredoka', weight: 600 },
    text: { family: 'nunito', weight: 500 },
    strong: { family: 'nunito', weight: 700 },
    tracking: -0.005,
    leading: 1.04,
  },
  // A grotesque with irregular details.
  {
    name: 'bricolage',
    tones: ['playful', 'bold'],
    writingSystems: ['latin'],
    display: { family: 'bricolage-grotesque', weight: 800 },
    text: { family: 'bricolage-grotesque', weight: 400 },
    strong: { family: 'bricolage-grotesque', weight: 600 },
    tracking: -0.025,
    leading: 1.02,
  },
  // A slab serif with Latin, Greek and Cyrillic.
  {
    name: 'roboto-slab',
    tones: ['bold', 'natural'],
    writingSystems: ['cyrillic', 'greek'],
    display: { family: 'roboto-slab', weight: 700 },
    text: { family: 'noto-sans', weight: 400 },
    strong: { family: 'noto-sans', weight: 600 },
    tracking: -0.015,
    leading: 1.08,
  },
  // Neutral, with nearly all letters: chosen if no other pair has the letters of the copy.
  {
    name: 'noto-sans',
    tones: ['friendly', 'bold', 'playful', 'elegant'],
    writingSystems: ['greek'],
    display: { family: 'noto-sans', weight: 800 },
    text: { family: 'noto-sans', weight: 400 },
    strong: { family: 'noto-sans', weight: 600 },
    tracking: -0.02,
    leading: 1.08,
  },
  // Contemporary kufi, in Arabic and Latin.
  {
    name: 'cairo',
    tones: ['bold', 'technical', 'friendly'],
    writingSystems: ['arabic', 'latin'],
    display: { family: 'cairo', weight: 800 },
    text: { family: 'cairo', weight: 400 },
    strong: { family: 'cairo', weight: 700 },
    tracking: 0,
    leading: 1.3,
  },
  // Low-contrast and modern, in Arabic and Latin.
  {
    name: 'tajawal',
    tones: ['friendly', 'playful', 'natural', 'technical'],
    writingSystems: ['arabic', 'latin'],
    display: { family: 'tajawal', weight: 800 },
    text: { family: 'tajawal', weight: 400 },
    strong: { family: 'tajawal', weight: 700 },
    tracking: 0,
    leading: 1.25,
  },
  // A classical naskh.
  {
    name: 'amiri',
    tones: ['elegant', 'natural'],
    writingSystems: ['arabic', 'latin'],
    display: { family: 'amiri', weight: 700 },
    text: { family: 'tajawal', weight: 400 },
    strong: { family: 'tajawal', weight: 700 },
    tracking: 0,
    leading: 1.3,
  },
  // A Hebrew face with rounded corners.
  {
    name: 'rubik',
    tones: ['friendly', 'playful', 'natural', 'bold'],
    writingSystems: ['hebrew'],
    display: { family: 'rubik', weight: 800, isVariable: true },
    text: { family: 'rubik', weight: 400, isVariable: true },
    strong: { family: 'rubik', weight: 600, isVariable: true },
    tracking: 0,
    leading: 1.1,
  },
  // A plain Hebrew grotesque.
  {
    name: 'heebo',
    tones: ['technical', 'bold', 'friendly'],
    writingSystems: ['hebrew'],
    display: { family: 'heebo', weight: 800, isVariable: true },
    text: { family: 'heebo', weight: 400, isVariable: true },
    strong: { family: 'heebo', weight: 600, isVariable: true },
    tracking: 0,
    leading: 1.1,
  },
  // The classic Hebrew book face for display, with a grotesque for text.
  {
    name: 'frank-ruhl-libre',
    tones: ['elegant', 'natural'],
    writingSystems: ['hebrew'],
    display: { family: 'frank-ruhl-libre', weight: 500, isVariable: true },
    text: { family: 'heebo', weight: 400, isVariable: true },
    strong: { family: 'heebo', weight: 600, isVariable: true },
    tracking: 0,
    leading: 1.1,
  },
  // Loopless Thai with square shapes.
  {
    name: 'kanit',
    tones: ['bold', 'playful', 'technical'],
    writingSystems: ['thai'],
    display: { family: 'kanit', weight: 700 },
    text: { family: 'kanit', weight: 400 },
    strong: { family: 'kanit', weight: 600 },
    tracking: 0,
    leading: 1.4,
  },
  // Loopless Thai, even and calm.
  {
    name: 'noto-sans-thai',
    tones: ['friendly', 'natural', 'elegant', 'technical'],
    writingSystems: ['thai'],
    display: { family: 'noto-sans-thai', weight: 700, isVariable: true },
    text: { family: 'noto-sans-thai', weight: 400, isVariable: true },
    strong: { family: 'noto-sans-thai', weight: 600, isVariable: true },
    tracking: 0,
    leading: 1.4,
  },
  // Geometric Devanagari.
  {
    name: 'poppins',
    tones: ['bold', 'playful', 'friendly', 'technical'],
    writingSystems: ['devanagari'],
    display: { family: 'poppins', weight: 700 },
    text: { family: 'poppins', weight: 400 },
    strong: { family: 'poppins', weight: 600 },
    tracking: 0,
    leading: 1.3,
  },
  // Devanagari with pen-like stress.
  {
    name: 'noto-sans-devanagari',
    tones: ['natural', 'elegant', 'friendly', 'technical'],
    writingSystems: ['devanagari'],
    display: { family: 'noto-sans-devanagari', weight: 700, isVariable: true },
    text: { family: 'noto-sans-devanagari', weight: 400, isVariable: true },
    strong: { family: 'noto-sans-devanagari', weight: 600, isVariable: true },
    tracking: 0,
    leading: 1.3,
  },
  ...eastAsianPairs,
];
