import { z } from 'zod';

export const ConceptFile = z.object({
  concept: z.string(),
  tone: z.enum(['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful']),
});
export type ConceptFile = z.infer<typeof ConceptFile>;
