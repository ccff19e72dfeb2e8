import type { WritingSystem } from './writing-system.ts';

export const arabic: WritingSystem = {
  name: 'arabic',
  codes: ['Arab'],
  pattern: /\p{Script=Arabic}/u,
  direction: 'rtl',
  takesTracking: false,
  leadingMin: 1.3,
  fallback: { family: 'cairo', weight: 600 },
  reach: { above: 0.34, below: 0.5 },
  sample: 'ا',
};
