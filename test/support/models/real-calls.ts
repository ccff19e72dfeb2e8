import type { ModelEntry } from '../../../src/models/model-entry.ts';

/** Number of calls of the contract of real models that a provider may bill. */
export const realCalls = ({ options }: Pick<ModelEntry, 'options'>): number =>
  options['idempotency'] === true ? 2 : 1;
