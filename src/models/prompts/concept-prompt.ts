import { z } from 'zod';
import type { Tone } from '../../studio/brief.ts';
import type { WritingTask } from '../model-task.ts';
import { filled, type Prompts } from './templates.ts';

export interface ConceptPromptFacts {
  brand: string | null;
  product: string | null;
  description: string | null;
  tone: Tone;
  /** Main colour of the brand in plain words, such as `deep green`. */
  color: string | null;
  /** Texts of the ad. `''` for none. */
  headline: string;
  cta: string;
  shows: 'product' | 'scene' | 'nothing';
}

/** Answer of a model: the idea in English. */
export const ConceptAnswer = z.strictObject({
  concept: z.string().min(1).max(600).describe('The idea in two or three English sentences.'),
});
export type ConceptAnswer = z.infer<typeof ConceptAnswer>;

const shown = { product: 'the product', scene: 'a photo of a place or of people', nothing: 'type and colour alone' };

/** Returns the task of writing the idea of an ad. */
export const conceptPrompt = (facts: ConceptPromptFacts, prompts: Prompts): WritingTask => ({
  port: 'copywriter',
  system: filled(prompts, 'concept-system', {}),
  prompt: filled(prompts, 'concept', {
    brand: facts.brand ?? '',
    product: facts.product ?? '',
    description: facts.description ?? '',
    tone: facts.tone,
    color: facts.color ?? '',
    shows: shown[facts.shows],
    headline: facts.headline,
    cta: facts.cta,
  }),
  name: 'concept',
  schema: z.toJSONSchema(ConceptAnswer),
});
