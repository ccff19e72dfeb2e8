import { z } from 'zod';
import type { Tone } from '../../studio/brief.ts';
import type { WritingTask } from '../model-task.ts';
import { choiceParts, type PageChoices } from '../../studio/copy/page-choice.ts';
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
  /** Texts of the page from which the model chooses those that the request does not give. */
  choices: PageChoices;
}

const Concept = z.string().min(1).max(600).describe('The idea in two or three English sentences.');

/** Answer of a model: the idea in English, and its choices, which are checked apart from the idea. */
export const ConceptAnswer = z.strictObject({
  concept: Concept,
  headline: z.unknown().optional(),
  subheadline: z.unknown().optional(),
  cta: z.unknown().optional(),
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
    headline: facts.choices.headline.length > 0 ? '' : facts.headline,
    cta: facts.choices.cta.length > 0 ? '' : facts.cta,
    headlines: facts.choices.headline.join(' | '),
    subheadlines: facts.choices.subheadline.join(' | '),
    ctas: facts.choices.cta.join(' | '),
  }),
  name: 'concept',
  schema: z.toJSONSchema(answerTo(facts.choices)),
  judged: z.toJSONSchema(ConceptAnswer),
});

/** Returns the schema that the model gets: a choice is one of the texts of the page. */
function answerTo(choices: PageChoices): z.ZodType {
  const parts = choiceParts.flatMap((part) =>
    choices[part].length === 0
      ? []
      : [[part, z.enum(choices[part]).describe('One of the texts of the page.')] as const],
  );
  return z.strictObject({ concept: Concept, ...Object.fromEntries(parts) });
}
