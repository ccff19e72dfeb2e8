import { readEnvironment } from './environment.ts';
import { schemaOf, type ValuesOf } from './setting.ts';
import { stageSettings } from './stage-settings.ts';

export type StageConfig = ValuesOf<typeof stageSettings>;

export function readStageConfig(env: NodeJS.ProcessEnv = process.env): StageConfig {
  return readEnvironment(schemaOf(stageSettings), env);
}
