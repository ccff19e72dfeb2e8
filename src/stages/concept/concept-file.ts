import { z } from 'zod';

/**
 * Content of `concept.json`: the creative idea and the mood of an ad. The concept stage writes this file, and the image
 * stage reads it.
 */
export const ConceptFile = z.object({
  concept: z.string(),
  tone: z.enum(['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful']),
});
export type ConceptFile = z.infer<typeof ConceptFile>;
