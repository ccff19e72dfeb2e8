import type { BrandColor } from '../../schema/brand.ts';
import type { Tone } from '../brief.ts';
import { isGrey, lchOf, opaqueHex } from '../brand-kit/color.ts';
import { seededChoice } from '../seeded.ts';
import { foundPhrases } from '../../words/templates.ts';

const tones: Tone[] = ['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful'];

export interface ToneHints {
  texts: { text: string; weight: number }[];
  colors: readonly Pick<BrandColor, 'hex' | 'role'>[];
  fonts: readonly string[];
}

/**
 * Returns the tone that texts, colours and fonts of the brand suggest. If they suggest no tone, or several equally, the
 * ad's random seed decides.
 */
export function toneOf({ texts, colors, fonts }: ToneHints, seed: string): Tone {
  const scores = new Map(
    tones.map((tone) => [tone, wordScore(tone, texts) + fontScore(tone, fonts) + colorScore(tone, colors)]),
  );
  const top = Math.max(...scores.values());
  const leaders = tones.filter((tone) => (scores.get(tone) ?? 0) >= top - 0.01);
  return seededChoice(seed, 'tone', leaders) ?? 'friendly';
}

function wordScore(tone: Tone, texts: ToneHints['texts']): number {
  return texts.reduce((sum, { text, weight }) => {
    const words = new Set(foundPhrases('tones', tone, text));
    return sum + weight * Math.min(3, words.size);
  }, 0);
}

const fontMoods: Partial<Record<Tone, RegExp>> = {
  elegant: /serif display|didot|bodoni|playfair|cormorant|garamond|canela|caslon|baskerville|fraunces/i,
  technical: /mono|grotesk|plex|space|rajdhani|orbitron|roboto$/i,
  playful: /fredoka|baloo|comic|rounded|bubble|chewy|lobster/i,
  friendly: /nunito|quicksand|figtree|poppins|rubik|varela/i,
  bold: /anton|bebas|oswald|impact|black|archivo|league gothic|druk/i,
};

function fontScore(tone: Tone, fonts: readonly string[]): number {
  const mood = fontMoods[tone];
  return mood !== undefined && fonts.some((family) => mood.test(family)) ? 0.8 : 0;
}

function colorScore(tone: Tone, colors: ToneHints['colors']): number {
  const seen = colors.flatMap(({ hex }) => opaqueHex(hex) ?? []).map(lchOf);
  if (seen.length === 0) return 0;
  const vivid = seen.filter(({ c }) => c >= 0.13);
  const loud = seen.filter(({ c }) => c >= 0.18);
  const moods: Partial<Record<Tone, boolean>> = {
    elegant: seen.every((color) => isGrey(color) || color.c < 0.07),
    natural: seen.some(({ c, h, l }) => c >= 0.04 && c < 0.16 && h > 95 && h < 165 && l < 0.75),
    playful: vivid.length >= 3,
    bold: loud.length > 0 && vivid.length < 3 && loud.some(({ h }) => h < 60 || h > 350),
    technical: vivid.length > 0 && vivid.every(({ h }) => h > 220 && h < 300),
  };
  return moods[tone] === true ? 0.7 : 0;
}
