import type { FontPair } from './font-pair.ts';

/** Devanagari with pen-like stress. */
export const notoSansDevanagari: FontPair = {
  name: 'noto-sans-devanagari',
  tones: ['natural', 'elegant', 'friendly', 'technical'],
  writingSystems: ['devanagari'],
  display: { family: 'noto-sans-devanagari', weight: 700, isVariable: true },
  text: { family: 'noto-sans-devanagari', weight: 400, isVariable: true },
  strong: { family: 'noto-sans-devanagari', weight: 600, isVariable: true },
  tracking: 0,
  leading: 1.3,
};
