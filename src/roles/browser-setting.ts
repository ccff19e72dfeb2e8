import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.ts';

/**
 * Minimum memory limit, in MiB, of a stage that may start a browser. The browser is stopped at 1,000 MiB, and the stage
 * itself needs up to 512 MiB. With a lower limit, the launcher would stop the whole stage instead of the browser, and
 * the result of the static reader would be lost.
 */
const memoryMebibytesMin = 1_536;

/**
 * Returns the setting of the browser for stages that run on this machine: `off`, with a warning in the log, if
 * `ADWRIGHT_STAGE_MEMORY_MIB` is too low for a browser.
 */
export function browserSetting(
  { browser, stageMemoryMebibytes }: Pick<ServiceConfig, 'browser' | 'stageMemoryMebibytes'>,
  logger: Pick<Logger, 'warn'>,
): string {
  if (browser === 'off' || stageMemoryMebibytes === undefined || stageMemoryMebibytes >= memoryMebibytesMin)
    return browser;
  logger.warn(
    { stageMemoryMebibytes, memoryMebibytesMin },
    'ADWRIGHT_STAGE_MEMORY_MIB is too low for a browser; pages are read from their source only',
  );
  return 'off';
}

/**
 * Returns a function that returns the setting of the browser for the next stage: `wanted`, and `off` once `canStart` has
 * resolved with false. `canStart` starts the browser once, while the service is already running.
 */
export function testedBrowser(wanted: string, canStart: () => Promise<boolean>): () => string {
  if (wanted === 'off') return () => wanted;
  let setting = wanted;
  void canStart().then((can) => {
    if (!can) setting = 'off';
  });
  return () => setting;
}
