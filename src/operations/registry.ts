import type { z } from 'zod';
import {
  activateAccount,
  createAccount,
  deactivateAccount,
  grantCredits,
  updateAccount,
} from './accounts/manage-accounts.ts';
import { listAccounts, readBalance, showAccount } from './accounts/read-accounts.ts';
import { rotateSigningSecret, showSigningSecret } from './accounts/signing-secret.ts';
import { readCallbackTest, testCallback } from './accounts/test-callback.ts';
import { cancelJob } from './jobs/cancel-job.ts';
import { createJob, type CreateJobDeps } from './jobs/create-job.ts';
import { eraseJob } from './jobs/erase-job.ts';
import { listDeliveries } from './jobs/list-deliveries.ts';
import { listJobEntries } from './jobs/list-job-entries.ts';
import { listJobs, showJob } from './jobs/read-jobs.ts';
import { redrawJob } from './jobs/redraw-job.ts';
import { replayCallback } from './jobs/replay-callback.ts';
import { createKey, listKeys, revokeKey, rotateKey, showKey, updateKey } from './keys/manage-keys.ts';
import { endSession, type NeedsSessions } from './sessions/end-session.ts';
import type { NeedsIntents, Operation, Ports } from './operation.ts';

export type AllPorts = Ports & NeedsIntents & CreateJobDeps & NeedsSessions;

/** All operations, by what they act on. A caller parses the input with `input` before it calls `run`. */
export const operations: readonly Operation<z.ZodType, AllPorts, { kind: string }>[] = [
  ...[createAccount, updateAccount, grantCredits, activateAccount, deactivateAccount],
  ...[listAccounts, showAccount, readBalance],
  ...[showSigningSecret, rotateSigningSecret, testCallback, readCallbackTest],
  ...[createKey, listKeys, showKey, updateKey, rotateKey, revokeKey],
  ...[createJob, listJobs, showJob, cancelJob, eraseJob, redrawJob],
  ...[listDeliveries, listJobEntries, replayCallback],
  endSession,
];
