import { systemClock } from '../../clock/system-clock.ts';
import type { EgressSettings } from '../../egress/settings.ts';
import { Allowance } from '../../models/calls/allowance.ts';
import { ModelChain } from '../../models/calls/model-chain.ts';
import { PaidCalls } from '../../models/calls/paid-calls.ts';
import { entriesFor } from '../../models/config/models-file.ts';
import { readModelsFile } from '../../models/config/read-models-file.ts';
import type { ModelEntry } from '../../models/model-entry.ts';
import type { ModelPort } from '../../models/model-task.ts';
import { callNumber } from '../../models/model-use.ts';
import { openEntry, type OpenModel } from '../../models/open-entry.ts';
import { readPrompts } from '../../models/prompts/templates.ts';
import { operationName, recordFile } from '../../models/records/operation-record.ts';
import type { StageContext } from '../stage.ts';
import { ModelDesk } from './model-desk.ts';
import { operationStore } from './operation-store.ts';

interface OpenedModels {
  file: string;
  egress: EgressSettings;
  noProxy: string;
  open?: OpenModel;
  account: string;
  allowanceMicroUsd: number | null;
  code: 'image_model_error' | 'video_model_error';
}

/** Opens the models of an account, as the file with the models lists them. */
export function openModels(
  context: Pick<StageContext, 'input' | 'read' | 'write' | 'egress' | 'logger'>,
  { file, egress: settings, noProxy, open, account, allowanceMicroUsd, code }: OpenedModels,
): ModelDesk {
  const { config } = readModelsFile(file);
  if (config === null) throw new Error('The file with the models is not valid any more.');
  const calls = new PaidCalls({
    jobId: context.input.jobId,
    files: operationStore(context),
    allowance: new Allowance(allowanceMicroUsd),
    clock: systemClock,
  });
  const chain = new ModelChain({
    entries: (port) => plannedEntries(entriesFor(config, account, port), port, context),
    unitsMax: (port) => plannedUnits(port, context),
    open: open ?? ((entry, port) => openEntry(entry, port, { settings, noProxy, egress: context.egress })),
    calls,
    clock: systemClock,
    onFailed: ({ name: model }, { kind, message: sentence, cause }) => {
      context.logger.warn({ model, kind, sentence, err: cause }, 'a call of a model failed');
    },
  });
  return new ModelDesk({ chain, calls, prompts: readPrompts(config.promptsFolder), code });
}

/**
 * Returns the models that the controller knew when it launched the attempt. A model that was added to the file since then
 * has no place for its records, so it is not called.
 */
function plannedEntries(
  entries: readonly ModelEntry[],
  port: ModelPort,
  context: Pick<StageContext, 'input'>,
): readonly ModelEntry[] {
  return entries.filter((_, model) => isPlanned({ port, unit: 0, model }, context));
}

/** Returns the number of things of a port that the controller planned when it launched the attempt. */
function plannedUnits(port: ModelPort, context: Pick<StageContext, 'input'>): number {
  let unit = 0;
  while (isPlanned({ port, unit, model: 0 }, context)) unit++;
  return unit;
}

/** Reports whether there is a place for the record of a call. */
function isPlanned(
  { port, ...call }: { port: ModelPort; unit: number; model: number },
  { input: { outputs } }: Pick<StageContext, 'input'>,
): boolean {
  return Object.hasOwn(outputs, recordFile(operationName({ port, number: callNumber({ ...call, attempt: 0 }) })));
}
