import type { Extractor } from '../found.ts';
import { callElements } from './call-elements.ts';

const scoreMin = 0.45;

export const cta: Extractor = (page) => ({
  ctas: callElements(page)
    .filter(({ score }) => score >= scoreMin)
    .map(({ text, score }) => ({ value: text, source: 'page', confidence: Math.min(0.95, score) })),
});
