import type { Logger } from 'pino';
import type { SettingCheck } from '../config/environment.ts';
import { readPrices } from '../config/command-config.ts';
import { unknownSettings } from '../config/known-settings.ts';
import { parseAllowList, parseDenyList } from '../domain/address-rule.ts';
import { stageNames } from '../domain/pipelines.ts';
import { priceList } from '../domain/pricing.ts';
import { messageOf } from '../files/error-code.ts';
import { unreadableKeys } from '../models/config/key-files.ts';
import type { ModelsConfig } from '../models/config/models-file.ts';
import { parseStageFaults } from '../stages/faults.ts';

const pricesCheck = check('ADWRIGHT_PRICES', (text) => priceList(readPrices({ ADWRIGHT_PRICES: text })));

export const adminChecks: readonly SettingCheck[] = [pricesCheck];

export const apiChecks: readonly SettingCheck[] = [
  check('ADWRIGHT_EGRESS_ALLOW', parseAllowList),
  check('ADWRIGHT_EGRESS_DENY', parseDenyList),
  pricesCheck,
];

export const controllerChecks: readonly SettingCheck[] = [
  ...apiChecks,
  check('ADWRIGHT_STAGE_FAULTS', (text) => parseStageFaults(text, stageNames)),
  check('ADWRIGHT_STAGE_DEADLINES', knownStages),
];

function check(setting: string, parse: (text: string) => unknown): SettingCheck {
  return (given) => {
    try {
      parse(given[setting] ?? '');
      return [];
    } catch (error) {
      return [{ setting, message: messageOf(error) }];
    }
  };
}

function knownStages(deadlines: string): void {
  const named = [...deadlines.matchAll(/([a-z]+)=/g)].map(([, stage = '']) => stage);
  const unknown = named.find((stage) => !stageNames.includes(stage));
  if (unknown === undefined) return;
  throw new Error(`Stage "${unknown}" does not exist; the stages are ${stageNames.join(', ')}.`);
}

/**
 * Logs a warning about `ADWRIGHT_` variables that are not settings. Variables that are probably misspelt settings have
 * already made the start fail.
 */
export function warnOfUnknownSettings(logger: Pick<Logger, 'warn'>): void {
  const settings = unknownSettings().map(({ name }) => name);
  if (settings.length > 0) logger.warn({ settings }, 'unknown settings are ignored');
}

/** Logs a warning about files with keys of models that cannot be read. Stages read them for each call. */
export function warnOfUnreadableKeys(models: ModelsConfig, logger: Pick<Logger, 'warn'>): void {
  const files = unreadableKeys(models);
  if (files.length > 0) logger.warn({ files }, 'keys of models cannot be read; calls of these models fail');
}
