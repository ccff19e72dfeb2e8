import { systemClock } from '../../clock/system-clock.ts';
import type { EgressSettings } from '../../egress/settings.ts';
import { Allowance } from '../../models/calls/allowance.ts';
import { ModelChain } from '../../models/calls/model-chain.ts';
import { PaidCalls } from '../../models/calls/paid-calls.ts';
import { entriesFor } from '../../models/config/models-file.ts';
import { readModelsFile } from '../../models/config/read-models-file.ts';
import { openEntry, type OpenModel } from '../../models/open-entry.ts';
import { readPrompts } from '../../models/prompts/templates.ts';
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
    entries: (port) => entriesFor(config, account, port),
    open: open ?? ((entry, port) => openEntry(entry, port, { settings, noProxy, egress: context.egress })),
    calls,
    clock: systemClock,
    onFailed: ({ name: model }, { kind, message: sentence, cause }) => {
      context.logger.warn({ model, kind, sentence, err: cause }, 'a call of a model failed');
    },
  });
  return new ModelDesk({ chain, calls, prompts: readPrompts(config.promptsFolder), code });
}
