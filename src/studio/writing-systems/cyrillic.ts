import type { WritingSystem } from './writing-system.ts';

export const cyrillic: WritingSystem = {
  name: 'cyrillic',
  codes: ['Cyrl'],
  pattern: /\p{Script=Cyrillic}/u,
  direction: 'ltr',
  takesTracking: true,
  leadingMin: 1.02,
  fallback: { family: 'noto-sans', weight: 600 },
  reach: { above: 0.14, below: 0.26 },
  sample: 'Н',
};
