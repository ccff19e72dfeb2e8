import type { WritingSystem } from './writing-system.ts';

export const greek: WritingSystem = {
  name: 'greek',
  codes: ['Grek'],
  pattern: /\p{Script=Greek}/u,
  direction: 'ltr',
  takesTracking: true,
  leadingMin: 1.06,
  fallback: { family: 'noto-sans', weight: 600 },
  reach: { above: 0.14, below: 0.28 },
  sample: 'Η',
};
