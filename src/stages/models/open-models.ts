import { readFile } from 'node:fs/promises';
import { systemClock } from '../../clock/system-clock.ts';
import { isMissing } from '../../files/error-code.ts';
import { Allowance } from '../../models/calls/allowance.ts';
import { ModelChain } from '../../models/calls/model-chain.ts';
import { PaidCalls } from '../../models/calls/paid-calls.ts';
import { entriesFor } from '../../models/config/models-file.ts';
import { readModelsFile } from '../../models/config/read-models-file.ts';
import { openModelConnection } from '../../models/connection/model-connection.ts';
import type { ModelEntry } from '../../models/model-entry.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import { openProvider } from '../../models/providers/registry.ts';
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
    open: (entry, port) => {
      const connection = openModelConnection(entry, {
        ...{ settings: models.egress, noProxy: models.noProxy, egress: context.egress },
      });
      return openProvider(entry, port, { connection, key: () => keyOf(entry) });
    },
    calls,
  });
  return new ModelDesk(chain, calls, code);
}

/** Reads the key of a model for each call, so that a rotated key takes effect at once. */
async function keyOf({ keyFile }: ModelEntry): Promise<string | null> {
  if (keyFile === null) return null;
  try {
    return (await readFile(keyFile, 'utf8')).trim();
  } catch (error) {
    const reason = isMissing(error) ? 'does not exist' : 'cannot be read';
    throw new ModelFailure('key_refused', `the file with the key of the model ${reason}`, { cause: error });
  }
}
