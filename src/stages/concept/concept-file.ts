import { z } from 'zod';

/** Content of `concept.json`, which the concept stage writes and the image stage reads. */
export const ConceptFile = z.object({
  concept: z.string(),
  tone: z.enum(['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful']),
});
export type ConceptFile = z.infer<typeof ConceptFile>;
