import { z } from 'zod';

/** Result of a model that was not used, from the response of a job. */
export interface RefusedResult {
  port: string;
  /** Name of the model in the configuration. */
  model: string;
  reasons: string[];
}

const Refusals = z.object({
  quality: z.object({
    model_refusals: z.array(z.object({ port: z.string(), model: z.string(), reasons: z.array(z.string()) })),
  }),
});

/** Returns the results of models that failed the checks of a job. */
export function modelRefusals(response: unknown): RefusedResult[] {
  return Refusals.safeParse(response).data?.quality.model_refusals ?? [];
}
