import type { AdJob } from '../schema/adjob.ts';
import { isApiJobName } from './job-view.ts';
import { accountLabel, apiKeyLabel, labelValue } from './labels.ts';

/**
 * Whether the job looks as the API makes one: then a client was told its name as the job's id. The ledger alone is sure; this
 * is for where it has forgotten.
 */
export function looksMadeByApi({ metadata: { name, labels }, spec }: Pick<AdJob, 'metadata' | 'spec'>): boolean {
  const { accountRef, apiKeyRef } = spec;
  if (!isApiJobName(name) || apiKeyRef === undefined) return false;
  return labels?.[apiKeyLabel] === labelValue(apiKeyRef.name) && labels[accountLabel] === labelValue(accountRef.name);
}
