import { join } from 'node:path';
import type { StageInput } from '../stages/contract.ts';
import { encodeStageInput } from '../stages/input-text.ts';
import { mallocSettings } from './stage-memory.ts';

/** What the service hands on of its own settings. */
export interface StageSettings {
  ADWRIGHT_STAGE_FAULTS?: string;
  ADWRIGHT_EGRESS_ALLOW?: string;
  ADWRIGHT_LOG_LEVEL?: string;
}

export interface StagePlaces {
  /** Of this attempt alone; gone when it has ended. */
  scratchFolder: string;
  compileCacheFolder: string;
  /** `PATH`. */
  path: string;
}

export function terminationMessagePath(scratchFolder: string): string {
  return join(scratchFolder, 'termination-message');
}

/** The whole environment of a stage, made from nothing: whatever the service was given (keys, tokens, proxies) stays with it. */
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
    ...settings,
    ADWRIGHT_STAGE_INPUT: encodeStageInput(input),
    ADWRIGHT_TERMINATION_MESSAGE_PATH: terminationMessagePath(scratchFolder),
  };
}
