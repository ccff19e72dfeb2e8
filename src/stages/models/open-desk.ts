import type { StageContext } from '../stage.ts';
import type { ModelDesk } from './model-desk.ts';

/**
 * Opens the models that a stage may call. Null: no model is configured for the stage, and nothing of models is loaded.
 * `code` is the error code of a job that a failed model ends.
 */
export async function openDesk(
  context: StageContext,
  code: 'image_model_error' | 'video_model_error',
): Promise<ModelDesk | null> {
  if (context.input.models === undefined || context.models === undefined) return null;
  return (await import('./open-models.ts')).openModels(context, { ...context.models, ...context.input.models, code });
}
