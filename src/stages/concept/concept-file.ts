import { z } from 'zod';
import { Asked } from '../../schema/direction.ts';

export const ConceptFile = z.object({
  concept: z.string(),
  tone: z.enum(['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful']),
  sentences: z
    .array(z.object({ text: z.string(), asks: Asked }))
    .optional()
    .describe('Sentences of the concept, each with what it asks of the ad.'),
});
export type ConceptFile = z.infer<typeof ConceptFile>;
