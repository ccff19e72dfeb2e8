import { z } from 'zod';
import { count, words } from './resource-parts.ts';

/** Calls of one model by one stage, all attempts together. */
export const ModelCallsStatus = z.object({
  stage: words(63).describe('Name of the stage.'),
  port: words(63).describe('What the model was asked for, such as image.'),
  entry: words(253).describe('Name of the model in the configuration.'),
  provider: words(63).describe('Provider of the model.'),
  model: words(253).describe('Id of the model at its provider.'),
  calls: count().describe('Number of calls.'),
  failed: count().describe('Number of calls without a result.'),
  refused: count().describe('Number of results that were not used, because they failed the checks.'),
  repeats: count().describe('Number of requests that were sent again although the provider may bill them again.'),
  costMicroUsd: count().describe('Cost by the configured price, in millionths of a US dollar.'),
  seconds: count().describe('Total time of the calls, in seconds.'),
});
export type ModelCallsStatus = z.infer<typeof ModelCallsStatus>;
