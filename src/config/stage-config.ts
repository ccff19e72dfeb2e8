import { readEnvironment } from './environment.ts';
import { readProxySettings } from './proxy-config.ts';
import { schemaOf } from './setting.ts';
import { stageSettings } from './stage-settings.ts';

export function readStageConfig(env: NodeJS.ProcessEnv = process.env) {
  return { ...readEnvironment(schemaOf(stageSettings), env), proxies: readProxySettings(env) };
}
