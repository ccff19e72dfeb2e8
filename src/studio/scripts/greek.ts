import type { Script } from './script.ts';

export const greek: Script = {
  name: 'greek',
  pattern: /\p{Script=Greek}/u,
  direction: 'ltr',
  takesTracking: true,
  leadingMin: 1.06,
  fallback: { family: 'noto-sans', weight: 600 },
  sample: 'Η',
};
