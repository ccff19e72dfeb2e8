import type { ProviderName } from './providers/provider-names.ts';

/** Next step after a model has failed: the next model of the list, the built-in studio, or the end of the job. */
export type WhenFailed = 'next' | 'studio' | 'fail';

/** One configured model of a port. */
export interface ModelEntry {
  /** Name in reports, such as `qwen`. Default: provider and model. */
  name: string;
  provider: ProviderName;
  /** Id of the model at the provider. */
  model: string;
  /** Base URL without a trailing slash. */
  baseUrl: string;
  /** Addresses of the base URL that the guard would refuse, in the form of `egress.allow`: `10.0.0.0/8:8000`. */
  addresses: readonly string[];
  /** Path of the file with the key. Null: the server needs no key. */
  keyFile: string | null;
  /** Options of the provider, such as `voice` or `steps`. Each provider lists its own. */
  options: Readonly<Record<string, unknown>>;
  /** Price of a call in millionths of a US dollar, for budgets and reports. */
  priceMicroUsd: number;
  /** Maximum number of stages of the installation that use the model at once. */
  concurrency: number;
  /** Time limit of a call, from its submission to its result, in seconds. */
  timeoutSeconds: number;
  whenFailed: WhenFailed;
}

/** Returns the number of things that each model of a list can do at once. */
export const concurrencyOf = (entries: readonly Pick<ModelEntry, 'concurrency'>[]): number =>
  Math.min(...entries.map(({ concurrency }) => concurrency));
