import { z } from 'zod';

/** `concept.json`, as the concept stage writes it and the image stage reads it. */
export const ConceptFile = z.object({
  concept: z.string(),
  tone: z.enum(['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful']),
});
export type ConceptFile = z.infer<typeof ConceptFile>;
