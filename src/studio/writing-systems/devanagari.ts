import type { WritingSystem } from './writing-system.ts';

/** Devanagari: letters hang from a line, and vowels are above and below this line of letters. */
export const devanagari: WritingSystem = {
  name: 'devanagari',
  codes: ['Deva'],
  pattern: /\p{Script=Devanagari}/u,
  direction: 'ltr',
  takesTracking: false,
  leadingMin: 1.3,
  fallback: { family: 'noto-sans-devanagari', weight: 600, isVariable: true },
  reach: { above: 0.34, below: 0.36 },
  sample: 'क',
};
