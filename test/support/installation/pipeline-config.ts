import type { PipelineConfig } from '../../../src/controllers/pipeline/deps.ts';
import { parseAddressRules } from '../../../src/domain/address-rule.ts';
import { priceList } from '../../../src/domain/pricing.ts';

/** Returns the settings of the pipeline controller with which tests run it, changed as given. */
export function pipelineConfig(change: Partial<PipelineConfig> = {}): PipelineConfig {
  return {
    publicBase: 'http://ads.example',
    installationSecret: 'secret',
    maxRunningJobs: 20,
    ...{ unschedulableHoldSeconds: 30, imagePullSeconds: 1_500 },
    prices: priceList(),
    stageDeadlineSeconds: {},
    stageWaitSeconds: 0,
    addressRules: parseAddressRules({ allow: '', deny: '' }),
    allowHttpCallbacks: false,
    requireReadableBrand: false,
    ...change,
  };
}
