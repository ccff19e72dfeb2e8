import { ConfigError } from '../config/environment.ts';
import { parseAllowList } from '../domain/address-rule.ts';
import { priceList } from '../domain/pricing.ts';
import { messageOf } from '../files/error-code.ts';
import { parseStageFaults } from '../stages/faults.ts';
import { stageLoaders } from '../stages/registry.ts';

/** What can be wrong with a setting and is known only where it is used. Throws `ConfigError` with a line for each. */
export function checkSettings(
  settings: Partial<{
    egressAllow: string;
    stageFaults: string;
    stageDeadlineSeconds: Record<string, number>;
    prices: Record<string, number>;
  }>,
): void {
  const checks = [
    () => parseAllowList(settings.egressAllow ?? ''),
    () => priceList(settings.prices),
    () => parseStageFaults(settings.stageFaults ?? '', stageLoaders.keys()),
    () => {
      knownStages(settings.stageDeadlineSeconds ?? {});
    },
  ];
  const reasons = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      return [messageOf(error)];
    }
  });
  if (reasons.length > 0) throw new ConfigError(reasons);
}

function knownStages(deadlines: Readonly<Record<string, number>>): void {
  const unknown = Object.keys(deadlines).find((stage) => !stageLoaders.has(stage));
  if (unknown === undefined) return;
  const known = [...stageLoaders.keys()].join(', ');
  throw new Error(`ADWRIGHT_STAGE_DEADLINES: there is no stage "${unknown}"; the stages are ${known}.`);
}
