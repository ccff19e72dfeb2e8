import { z } from 'zod';
import { modelPorts } from '../models/model-task.ts';

export const ModelRefusal = z.object({
  port: z.enum(modelPorts),
  model: z.string().describe('Name of the model in the configuration of the installation.'),
  reasons: z.array(z.string().max(300)).max(10).describe('Checks that the result failed.'),
});

/** Results and refusals of the models of a stage, for the response of the job. */
export const ModelsReport = z.object({
  /** True if the built-in studio stood in for a model. */
  degraded: z.boolean(),
  notes: z.array(z.string()),
  /** Models whose results are used, as `provider/model`, with what they were asked for. */
  models: z.array(z.object({ port: z.enum(modelPorts), model: z.string() })),
  refusals: z.array(ModelRefusal),
});
export type ModelsReport = z.infer<typeof ModelsReport>;

export const noModelsReport: ModelsReport = { degraded: false, notes: [], models: [], refusals: [] };

/** Returns one report of several stages. Undefined: no model was configured for any of them. */
export function mergedReports(given: readonly (ModelsReport | undefined)[]): ModelsReport | undefined {
  const reports = given.filter((report) => report !== undefined);
  if (reports.length === 0) return undefined;
  return {
    degraded: reports.some(({ degraded }) => degraded),
    notes: reports.flatMap(({ notes }) => notes),
    models: reports.flatMap(({ models }) => models),
    refusals: reports.flatMap(({ refusals }) => refusals),
  };
}
