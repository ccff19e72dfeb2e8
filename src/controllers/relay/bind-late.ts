import { accountOf } from '../../domain/account-of.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { Intent } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { giveUp } from './conclude.ts';
import type { RelayDeps } from './deps.ts';
import type { Refusal } from './next-step.ts';

/** Time that the pipeline has to bind a new AdJob before the relay binds it. */
const pipelineMs = 60_000;
/** Interval at which the relay checks whether the pipeline has bound the AdJob. */
export const lookAgainMs = 10_000;

/**
 * Handles an intent (an admitted job) whose AdJob already exists. The pipeline normally binds the AdJob and drops the
 * intent. If the pipeline has not done so after a minute, the relay does. An AdJob that another client created under
 * this name blocks the intent until that AdJob is gone or there is a `refusal`. Returns the delay in milliseconds
 * before the relay handles the intent again.
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

/** Reports whether the AdJob is so new that the pipeline is expected to bind it. */
export function isThePipelines({ metadata }: AdJob, now: Date): boolean {
  return now.getTime() - Date.parse(metadata.creationTimestamp) < pipelineMs;
}

/**
 * Copies the cancellation of the job from the intent to the AdJob, then drops the intent. A conflict with another
 * writer throws and is retried.
 */
async function passCancellationOn({ jobId }: Intent, object: AdJob, { store, ledger }: RelayDeps): Promise<void> {
  const { metadata, spec } = object;
  if (!isTerminal(object) && spec.cancel !== true) {
    const { resourceVersion } = metadata;
    await store.patch(adJobKind, metadata, { metadata: { resourceVersion }, spec: { cancel: true } });
  }
  await ledger.intents.drop(jobId);
}
