import { accountOf } from '../../domain/account-of.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { Intent } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { giveUp } from './conclude.ts';
import type { RelayDeps } from './deps.ts';
import type { Refusal } from './next-step.ts';

/**
 * Time in milliseconds that the pipeline controller has to assign the job id to a new AdJob. After this time, the relay
 * assigns the job id.
 */
const pipelineMs = 60_000;
export const lookAgainMs = 10_000;

/**
 * Handles an intent whose AdJob exists by now. Assigns the job id to the AdJob and deletes the intent, unless the
 * pipeline controller does both within a minute after the AdJob was created. If another client created the AdJob under
 * the name of the job, the intent stays until that AdJob is gone or there is a `refusal`, with which the job fails.
 * Returns the delay in milliseconds before the intent is handled again.
 */
export async function bindLate(
  intent: Intent,
  object: AdJob,
  refusal: Refusal | undefined,
  deps: RelayDeps,
): Promise<number | undefined> {
  const { clock, ledger } = deps;
  const { namespace, name, uid } = object.metadata;
  if (isThePipelines(object, clock.now())) return lookAgainMs;
  const bound = await ledger.bind(intent.jobId, { namespace, name, uid }, accountOf(object));
  switch (bound.kind) {
    case 'bound':
      if (bound.isCancelled) await passCancellationOn(intent, object, deps);
      return undefined;
    case 'taken':
      await ledger.intents.drop(intent.jobId);
      return undefined;
    case 'given-up':
      return undefined;
    case 'unknown':
      return refusal === undefined ? lookAgainMs : giveUp(intent, refusal, deps);
  }
}

export function isThePipelines({ metadata }: AdJob, now: Date): boolean {
  return now.getTime() - Date.parse(metadata.creationTimestamp) < pipelineMs;
}

/**
 * Copies the cancellation of the job from the intent to the AdJob, then deletes the intent. If another client changes
 * the AdJob at the same time, the write throws, and the cancellation is copied again later.
 */
async function passCancellationOn({ jobId }: Intent, object: AdJob, { store, ledger }: RelayDeps): Promise<void> {
  const { metadata, spec } = object;
  if (!isTerminal(object) && spec.cancel !== true) {
    const { resourceVersion } = metadata;
    await store.patch(adJobKind, metadata, { metadata: { resourceVersion }, spec: { cancel: true } });
  }
  await ledger.intents.drop(jobId);
}
