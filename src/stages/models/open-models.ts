import { systemClock } from '../../clock/system-clock.ts';
import { Allowance } from '../../models/calls/allowance.ts';
import { ModelChain } from '../../models/calls/model-chain.ts';
import { PaidCalls } from '../../models/calls/paid-calls.ts';
import { entriesFor } from '../../models/config/models-file.ts';
import { readModelsFile } from '../../models/config/read-models-file.ts';
import { openEntry } from '../../models/open-entry.ts';
import type { StageContext } from '../stage.ts';
import { ModelDesk } from './model-desk.ts';
import { operationStore } from './operation-store.ts';

/** Opens the models that a stage may call. Null: no model is configured for the stage. */
export function openDesk(context: StageContext, code: 'image_model_error' | 'video_model_error'): ModelDesk | null {
  const { input, models } = context;
  if (input.models === undefined || models === undefined) return null;
  const { account, allowanceMicroUsd } = input.models;
  const { config } = readModelsFile(models.file);
  if (config === null) throw new Error('The file with the models is not valid any more.');
  const calls = new PaidCalls({
    jobId: input.jobId,
    files: operationStore(context),
    allowance: new Allowance(allowanceMicroUsd),
    clock: systemClock,
  });
  const chain = new ModelChain({
    entries: (port) => entriesFor(config, account, port),
    open: (entry, port) =>
      openEntry(entry, port, { settings: models.egress, noProxy: models.noProxy, egress: context.egress }),
    calls,
  });
  return new ModelDesk(chain, calls, code);
}
