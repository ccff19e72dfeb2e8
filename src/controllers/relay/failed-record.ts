import type { ArchivedJob } from '../../archive/port.ts';
import { intentParts, readIntent } from '../../domain/intent.ts';
import { serialiseView } from '../../domain/job-view.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { Intent } from '../../ledger/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';

export function failedRecord(
  { jobId, account, payload, createdTime }: Intent,
  error: string,
  { now, requiredCredits }: { now: Date; requiredCredits: (spec: AdJobSpec) => number | undefined },
): ArchivedJob {
  const { type, apiKey, callbackUrl } = intentParts(payload);
  const spec = readIntent(payload)?.spec;
  return {
    jobId,
    namespace: account.namespace,
    ...(apiKey !== undefined && { apiKey }),
    account: account.name,
    type,
    phase: 'FAILED',
    creationTime: timestamp(new Date(createdTime)),
    completionTime: timestamp(now),
    credits: { required: (spec && requiredCredits(spec)) ?? 0, charged: 0 },
    body: serialiseView({ job_id: jobId, type, status: 'FAILED', response: null, error }).toString(),
    ...(callbackUrl !== undefined && { callbackUrl, delivery: { state: 'pending' } }),
  };
}
