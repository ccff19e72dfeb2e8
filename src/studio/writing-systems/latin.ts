import type { WritingSystem } from './writing-system.ts';

export const latin: WritingSystem = {
  name: 'latin',
  codes: ['Latn'],
  pattern: /\p{Script=Latin}/u,
  direction: 'ltr',
  takesTracking: true,
  leadingMin: 0.98,
  fallback: { family: 'noto-sans', weight: 600 },
  reach: { above: 0.14, below: 0.26 },
  sample: 'H',
};
