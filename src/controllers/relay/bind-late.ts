import { accountOf } from '../../domain/account-of.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { Intent } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import { giveUp } from './conclude.ts';
import type { RelayDeps } from './deps.ts';
import type { Refusal } from './next-step.ts';

/** An object that is there is left to the pipeline for so long. */
const pipelineMs = 60_000;
/** How soon to look whether the pipeline has seen an object. */
export const lookAgainMs = 10_000;

/**
 * There is an object of the intent's name, and the intent is still here. The pipeline sees the object and drops the intent;
 * when it has not for a minute, the same is done in its stead. An object that somebody else has put there stands in the way
 * until it goes, or until there is a `refusal`. Returns when to look again at the earliest.
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

/** Whether it is so young that the pipeline, which sees it too, is expected to have dropped its intent soon. */
export function isThePipelines({ metadata }: AdJob, now: Date): boolean {
  return now.getTime() - Date.parse(metadata.creationTimestamp) < pipelineMs;
}

/** The wish goes only once the object has it. Somebody else's write in between has it tried again. */
async function passCancellationOn({ jobId }: Intent, object: AdJob, { store, ledger }: RelayDeps): Promise<void> {
  const { metadata, spec } = object;
  if (!isTerminal(object) && spec.cancel !== true) {
    const { resourceVersion } = metadata;
    await store.patch(adJobKind, metadata, { metadata: { resourceVersion }, spec: { cancel: true } });
  }
  await ledger.intents.drop(jobId);
}
