import { z } from 'zod';
import { modelPorts } from '../models/model-task.ts';

const ModelRefusal = z.object({
  port: z.enum(modelPorts),
  model: z.string().describe('Name of the model in the configuration of the installation.'),
  reasons: z.array(z.string().max(300)).max(10).describe('Checks that the result failed.'),
});
export type ModelRefusal = z.infer<typeof ModelRefusal>;

/** Content of `models.json`: what the models of a stage did, for the response of the job. */
export const ModelsReport = z.object({
  /** True if the built-in studio stood in for a model. */
  degraded: z.boolean(),
  notes: z.array(z.string()),
  /** Models whose results are used, as `provider/model`. */
  models: z.array(z.string()),
  refusals: z.array(ModelRefusal),
});
export type ModelsReport = z.infer<typeof ModelsReport>;

/** Name of the file. */
export const modelsReportFile = 'models.json';

export const noModelsReport: ModelsReport = { degraded: false, notes: [], models: [], refusals: [] };

export function mergedReports(reports: readonly ModelsReport[]): ModelsReport {
  return {
    degraded: reports.some(({ degraded }) => degraded),
    notes: reports.flatMap(({ notes }) => notes),
    models: [...new Set(reports.flatMap(({ models }) => models))],
    refusals: reports.flatMap(({ refusals }) => refusals),
  };
}
