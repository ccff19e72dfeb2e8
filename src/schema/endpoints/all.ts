import { cancelJob } from './cancel-job.ts';
import { creates } from './create-ad.ts';
import { deleteJob } from './delete-job.ts';
import type { Endpoint } from './endpoint.ts';
import { getCredits } from './get-credits.ts';
import { getDocs } from './get-docs.ts';
import { getErrorDocs } from './get-error-docs.ts';
import { getFile } from './get-file.ts';
import { getJob } from './get-job.ts';
import { getOpenApi } from './get-openapi.ts';
import { getPricing } from './get-pricing.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listJobs } from './list-jobs.ts';
import { livez } from './livez.ts';
import { readyz } from './readyz.ts';
import { replayCallback } from './replay-callback.ts';

export const endpoints: readonly Endpoint[] = [
  ...creates.values(),
  getJob,
  listJobs,
  cancelJob,
  deleteJob,
  listDeliveries,
  replayCallback,
  getCredits,
  getPricing,
  getFile,
  getOpenApi,
  getDocs,
  getErrorDocs,
  livez,
  readyz,
];
