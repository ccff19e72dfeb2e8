import { z } from 'zod';
import { ModelsReport } from '../../schema/models-report.ts';
import { PageChoice } from '../../studio/copy/page-choice.ts';
import { Asked } from '../../schema/direction.ts';

export const ConceptFile = z.object({
  concept: z.string(),
  tone: z.enum(['bold', 'elegant', 'friendly', 'technical', 'natural', 'playful']),
  sentences: z
    .array(z.object({ text: z.string(), asks: Asked }))
    .optional()
    .describe('Sentences of the concept, each with what it asks of the ad.'),
  copy: PageChoice.optional().describe('Texts of the page that a model chose for the ad.'),
  models: ModelsReport.optional().describe('What models did while the concept was written.'),
});
export type ConceptFile = z.infer<typeof ConceptFile>;
