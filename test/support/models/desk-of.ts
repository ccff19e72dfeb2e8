import { systemClock } from '../../../src/clock/system-clock.ts';
import { Allowance } from '../../../src/models/calls/allowance.ts';
import { ModelChain } from '../../../src/models/calls/model-chain.ts';
import { PaidCalls } from '../../../src/models/calls/paid-calls.ts';
import type { ModelEntry } from '../../../src/models/model-entry.ts';
import { ModelFailure } from '../../../src/models/model-failure.ts';
import type { ModelPort, ModelTask } from '../../../src/models/model-task.ts';
import { readPrompts } from '../../../src/models/prompts/templates.ts';
import type { Submission } from '../../../src/models/provider.ts';
import { ModelDesk } from '../../../src/stages/models/model-desk.ts';
import { MemoryOperations } from './memory-operations.ts';

/** Result of a model for a task. Null: the model fails. */
export type Answering = (task: ModelTask, model: string) => Buffer | string | object | null;

const entryOf = (model: string, concurrency: number): ModelEntry => ({
  ...{ name: `model-${model}`, provider: 'comfyui', model, baseUrl: 'http://models.test', addresses: [] },
  ...{ keyFile: null, options: {}, priceMicroUsd: 10, concurrency, timeoutSeconds: 5, whenFailed: 'next' },
});

/** Returns a desk whose models, all of the given port, answer with `answer`, and the tasks that they got. */
export function deskOf(
  port: ModelPort,
  answer: Answering,
  models: readonly string[] = ['m'],
  concurrency = 1,
): { desk: ModelDesk; tasks: ModelTask[] } {
  const tasks: ModelTask[] = [];
  const submit = (task: ModelTask, model: string): Promise<Submission> => {
    tasks.push(task);
    const made = answer(task, model);
    if (made === null) return Promise.reject(new ModelFailure('refused', 'the provider refused the request'));
    const isFile = Buffer.isBuffer(made) || typeof made === 'string';
    const bytes = Buffer.from(isFile ? made : JSON.stringify(made));
    return Promise.resolve({ kind: 'answered', answer: { bytes, mediaType: 'application/octet-stream' } });
  };
  const calls = new PaidCalls({
    ...{
      jobId: 'job',
      files: new MemoryOperations().nextAttempt(),
      allowance: new Allowance(null),
      clock: systemClock,
    },
  });
  const chain = new ModelChain({
    entries: (wanted) => (wanted === port ? models.map((model) => entryOf(model, concurrency)) : []),
    open: ({ model }) =>
      Promise.resolve({ repeat: 'found' as const, submit: (task: ModelTask) => submit(task, model) }),
    calls,
    clock: { sleep: () => Promise.resolve() },
  });
  return { desk: new ModelDesk({ chain, calls, prompts: readPrompts(null), code: 'image_model_error' }), tasks };
}
