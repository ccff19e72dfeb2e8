import { z } from 'zod';
import type { ArchivedJob } from '../../archive/port.ts';
import { readIntent } from '../../domain/intent.ts';
import { serialiseView } from '../../domain/job-view.ts';
import { parseJson } from '../../domain/json-text.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { Intent } from '../../ledger/port.ts';
import { JobType, type AdJobSpec } from '../../schema/adjob.ts';
import { ObjectRef } from '../../schema/resource-parts.ts';

/**
 * Schema of those fields of a stored request that the archive record needs. Invalid fields get default values, so that
 * even an unreadable request gets an archive record.
 */
const Remains = z
  .object({
    spec: z
      .object({
        type: JobType.catch('image_ad'),
        apiKeyRef: ObjectRef.optional().catch(undefined),
        callbackUrl: z.string().optional().catch(undefined),
      })
      .catch({ type: 'image_ad' }),
  })
  .catch({ spec: { type: 'image_ad' } });

export function failedRecord(
  { jobId, account, payload, createdTime }: Intent,
  error: string,
  { now, requiredCredits }: { now: Date; requiredCredits: (spec: AdJobSpec) => number },
): ArchivedJob {
  const { type, apiKeyRef, callbackUrl } = Remains.parse(parseJson(payload)).spec;
  const spec = readIntent(payload)?.spec;
  return {
    jobId,
    namespace: account.namespace,
    ...(apiKeyRef && { apiKey: apiKeyRef.name }),
    account: account.name,
    type,
    phase: 'FAILED',
    creationTime: timestamp(new Date(createdTime)),
    completionTime: timestamp(now),
    credits: { required: spec === undefined ? 0 : requiredCredits(spec), charged: 0 },
    body: serialiseView({ job_id: jobId, type, status: 'FAILED', response: null, error }).toString(),
    ...(callbackUrl !== undefined && { callbackUrl, delivery: { state: 'pending' } }),
  };
}
