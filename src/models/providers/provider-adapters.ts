import type { ModelEntry } from '../model-entry.ts';
import type { ModelAnswer, ModelPort, TaskOf } from '../model-task.ts';
import type { CallIds, ModelProvider, RepeatRule } from '../provider.ts';
import type { ProviderDeps } from './provider-deps.ts';

/** Opens a model of a provider, by port. Throws `ZodError` for options that the provider does not have. */
export type ProviderAdapters = {
  readonly [Port in ModelPort]?: (entry: ModelEntry, deps: ProviderDeps) => ModelProvider<Port>;
};

type Answer<Port extends ModelPort> = (task: TaskOf<Port>, ids: CallIds, signal: AbortSignal) => Promise<ModelAnswer>;

/** A provider that has no ids for its work, and answers when the work is done. */
export function answering<Port extends ModelPort>(repeat: RepeatRule, answer: Answer<Port>): ModelProvider<Port> {
  return {
    repeat,
    submit: async (task, ids, signal) => ({ kind: 'answered', answer: await answer(task, ids, signal) }),
  };
}

/** Returns the rule for repeats of a server that honours `Idempotency-Key`, or not. */
export const repeatRule = (idempotency: boolean): RepeatRule => (idempotency ? 'deduplicated' : 'repeated');
