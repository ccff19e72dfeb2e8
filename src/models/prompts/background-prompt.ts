import type { Tone } from '../../studio/brief.ts';
import { colorName } from '../../studio/brand-kit/color-name.ts';
import { moods } from './moods.ts';
import { filled, type Prompts } from './templates.ts';

export interface BackgroundFacts {
  tone: Tone;
  /** Colours as `#rrggbb`, the main one first. */
  colors: readonly string[];
  /** Kind of product, such as `a kettle`; null if it is not known. */
  category: string | null;
  /** Creative direction in free text. */
  direction: string | null;
  /** Side of the picture that is kept calm for text. */
  textSide: 'left' | 'right' | 'top' | 'bottom';
}

const sides = { left: 'left half', right: 'right half', top: 'upper half', bottom: 'lower half' } as const;

/**
 * Returns the prompt for a background without lettering and without the product. The studio sets the product into it
 * with its own pixels, so that no model redraws it.
 */
export const backgroundPrompt = (facts: BackgroundFacts, prompts: Prompts): string =>
  filled(prompts, 'background', {
    category: facts.category ?? '',
    mood: moods[facts.tone],
    colors: [...new Set(facts.colors.map(colorName))].join(', '),
    direction: facts.direction ?? '',
    side: sides[facts.textSide],
  });
