import { join } from 'node:path';
import type { StageInput } from '../schema/stage-contract.ts';
import { encodeStageInput } from '../schema/stage-input-text.ts';
import { mallocSettings } from './stage-memory.ts';

export interface StageSettings {
  ADWRIGHT_STAGE_FAULTS?: string;
  ADWRIGHT_EGRESS_ALLOW?: string;
  ADWRIGHT_EGRESS_DENY?: string;
  ADWRIGHT_EGRESS_PROXY?: string;
  ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE?: string;
  ADWRIGHT_TRUSTED_CA_FILE?: string;
  ADWRIGHT_CUTOUT_DIR?: string;
  ADWRIGHT_VOICES_DIR?: string;
  ADWRIGHT_MODELS?: string;
  ADWRIGHT_BROWSER?: string;
  NO_PROXY?: string;
  ADWRIGHT_LOG_LEVEL?: string;
}

export interface StagePlaces {
  scratchFolder: string;
  compileCacheFolder: string;
  path: string;
}

export function terminationMessagePath(scratchFolder: string): string {
  return join(scratchFolder, 'termination-message');
}

/** Returns the settings of an attempt. The file with the models is only for stages that may call one. */
export function settingsFor({ models }: StageInput, settings: StageSettings): StageSettings {
  const { ADWRIGHT_MODELS: file, ...others } = settings;
  return models === undefined || file === undefined ? others : settings;
}

/**
 * Returns the complete environment of a stage process. The stage inherits no variable of the service, so the service's
 * keys and tokens stay private.
 */
export function stageEnvironment(
  input: StageInput,
  { scratchFolder, compileCacheFolder, path }: StagePlaces,
  settings: StageSettings,
): Record<string, string> {
  return {
    PATH: path,
    HOME: scratchFolder,
    TMPDIR: scratchFolder,
    NODE_COMPILE_CACHE: compileCacheFolder,
    ...mallocSettings,
    ...settingsFor(input, settings),
    ADWRIGHT_STAGE_INPUT: encodeStageInput(input),
    ADWRIGHT_TERMINATION_MESSAGE_PATH: terminationMessagePath(scratchFolder),
  };
}
