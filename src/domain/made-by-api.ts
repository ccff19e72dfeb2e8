import type { AdJob } from '../schema/adjob.ts';
import { isApiJobName } from './job-view.ts';
import { accountLabel, apiKeyLabel, labelValue } from './labels.ts';

/**
 * Reports whether the AdJob has the name and labels of an AdJob that the API created. If so, its name is the job id
 * that the client got. Only the ledger knows this for certain; this check is for the case that the ledger data is lost.
 */
export function looksMadeByApi({ metadata: { name, labels }, spec }: Pick<AdJob, 'metadata' | 'spec'>): boolean {
  const { accountRef, apiKeyRef } = spec;
  if (!isApiJobName(name) || apiKeyRef === undefined) return false;
  return labels?.[apiKeyLabel] === labelValue(apiKeyRef.name) && labels[accountLabel] === labelValue(accountRef.name);
}
