import type { ControllerConfig } from '../config/controller-config.ts';
import { readProxySettings } from '../config/proxy-config.ts';
import type { StageSettings } from '../launch/stage-environment.ts';

/**
 * Returns the settings that a role passes to its stages, without empty settings. They contain no credentials; the
 * credentials of the proxy are in a file.
 */
export function stageSettingsOf(
  {
    stageFaults,
    egress,
    trustedCaFile,
    cutoutDir,
    voicesDir,
    browser,
    modelsFile,
    logLevel,
  }: Pick<ControllerConfig, 'stageFaults' | 'egress' | 'trustedCaFile' | 'modelsFile' | 'logLevel'> & {
    cutoutDir?: string;
    voicesDir?: string;
    browser?: string;
  },
  noProxy = readProxySettings().none,
): StageSettings {
  const settings: Record<keyof StageSettings, string | undefined> = {
    ADWRIGHT_STAGE_FAULTS: stageFaults,
    ADWRIGHT_EGRESS_ALLOW: egress.allow,
    ADWRIGHT_EGRESS_DENY: egress.deny,
    ADWRIGHT_EGRESS_PROXY: egress.proxy,
    ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE: egress.proxyCredentialsFile,
    ADWRIGHT_TRUSTED_CA_FILE: trustedCaFile,
    ADWRIGHT_CUTOUT_DIR: cutoutDir,
    ADWRIGHT_VOICES_DIR: voicesDir,
    ADWRIGHT_BROWSER: browser,
    ADWRIGHT_MODELS: modelsFile,
    ADWRIGHT_LOG_LEVEL: logLevel,
    NO_PROXY: noProxy,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined && value !== ''));
}
