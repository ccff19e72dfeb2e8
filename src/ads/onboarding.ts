import { givenPages } from './ad-request.ts';
import type { StageOf } from './stage-definition.ts';

export const onboardingStage = 'onboarding';

/**
 * Stage that reads the web pages of the brand and the product. Its memory limit is 512 MiB, and a browser that is
 * stopped at 1,000 MiB. The launcher counts memory that the processes of the browser share once for each of them.
 */
export const onboarding: StageOf<unknown> = {
  name: onboardingStage,
  optional: true,
  readsPages: true,
  skippedWhen: (_, request) =>
    givenPages(request).length > 0 ? undefined : 'Neither brand_url nor product_url was given.',
  inputs: [],
  outputs: () => ['brand.json'],
  fallbackCode: 'internal',
  deadlineSeconds: 60,
  memoryMebibytes: 2_048,
  load: async () => (await import('../stages/onboarding/onboarding.ts')).onboarding,
};
