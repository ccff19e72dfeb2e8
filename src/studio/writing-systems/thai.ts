import type { WritingSystem } from './writing-system.ts';

/** Thai: vowels and tone marks are on two levels above the consonants and on one level below. */
export const thai: WritingSystem = {
  name: 'thai',
  codes: ['Thai'],
  pattern: /\p{Script=Thai}/u,
  direction: 'ltr',
  takesTracking: false,
  leadingMin: 1.4,
  fallback: { family: 'noto-sans-thai', weight: 600, isVariable: true },
  reach: { above: 0.6, below: 0.32 },
  sample: 'ก',
};
