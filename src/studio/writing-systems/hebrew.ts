import type { WritingSystem } from './writing-system.ts';

export const hebrew: WritingSystem = {
  name: 'hebrew',
  codes: ['Hebr'],
  pattern: /\p{Script=Hebrew}/u,
  direction: 'rtl',
  takesTracking: false,
  leadingMin: 1.08,
  fallback: { family: 'heebo', weight: 600, isVariable: true },
  reach: { above: 0.34, below: 0.4 },
  sample: 'ה',
};
