import type { Script } from './script.ts';

export const emoji: Script = {
  name: 'emoji',
  pattern: /\p{Extended_Pictographic}/u,
  direction: 'ltr',
  takesTracking: true,
  leadingMin: 1,
  fallback: { family: 'noto-emoji', weight: 500 },
  reach: { above: 0.15, below: 0.2 },
  sample: 'H',
};
