import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/port.ts';
import { Allowance } from '../calls/allowance.ts';
import { PaidCalls } from '../calls/paid-calls.ts';
import type { ModelEntry } from '../model-entry.ts';
import { ModelFailure } from '../model-failure.ts';
import type { ModelAnswer, ModelPort, TaskOf } from '../model-task.ts';
import { openEntry, type ModelAccess } from '../open-entry.ts';
import type { OperationFiles } from '../records/operation-files.ts';

/** End of one call of a model outside of a job. */
export type Trial = { seconds: number; costMicroUsd: number } & (
  { kind: 'answered'; answer: ModelAnswer } | { kind: 'failed'; failure: ModelFailure }
);

/**
 * Calls a model once, as a stage does: with its time limit, and again after a cut connection by the rule of the provider.
 * The call is neither stored nor counted in a budget. Rejects with the reason of the signal if it aborts.
 */
export async function tryModel<Port extends ModelPort>(
  { entry, port, task }: { entry: ModelEntry; port: Port; task: TaskOf<Port> },
  { access, clock }: { access: ModelAccess; clock: Clock },
  signal: AbortSignal,
): Promise<Trial> {
  const startMs = clock.monotonicMs();
  const seconds = (): number => Math.round((clock.monotonicMs() - startMs) / 100) / 10;
  try {
    const provider = await openEntry(entry, port, access);
    const calls = new PaidCalls({ jobId: randomUUID(), files: nowhere, allowance: new Allowance(null), clock });
    const end = await calls.make({ number: 1, entry, provider, task }, signal);
    const costMicroUsd = end.record?.costMicroUsd ?? 0;
    return end.kind === 'answered'
      ? { kind: 'answered', answer: end.answer, seconds: seconds(), costMicroUsd }
      : { kind: 'failed', failure: end.failure, seconds: seconds(), costMicroUsd };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { kind: 'failed', failure: error, seconds: seconds(), costMicroUsd: 0 };
  }
}

const nowhere: OperationFiles = {
  earlier: () => Promise.resolve([]),
  answer: () => Promise.resolve(undefined),
  writeRecord: () => Promise.resolve(),
  writeAnswer: () => Promise.resolve(),
};
