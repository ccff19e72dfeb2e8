import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { systemClock } from '../../src/clock/system-clock.ts';
import { callIds } from '../../src/models/calls/call-ids.ts';
import { openModelConnection } from '../../src/models/connection/model-connection.ts';
import type { ModelEntry } from '../../src/models/model-entry.ts';
import { ModelFailure } from '../../src/models/model-failure.ts';
import type { ModelAnswer, ModelPort, ModelTask } from '../../src/models/model-task.ts';
import { keyOf, openEntry, type ModelAccess } from '../../src/models/open-entry.ts';
import type { CallIds, ModelHandle, ModelProvider } from '../../src/models/provider.ts';
import { providers } from '../../src/models/providers/provider-names.ts';
import { openProvider } from '../../src/models/providers/registry.ts';
import { measured } from '../../src/models/trial/measure.ts';
import { trialTasks } from '../../src/models/trial/trial-tasks.ts';

export interface RealModel {
  port: ModelPort;
  entry: ModelEntry;
  access: ModelAccess;
  /** Returns a part of the entry that is known only when the tests run. */
  late?: () => Partial<ModelEntry>;
}

const mediaTypes: Readonly<Record<ModelPort, RegExp>> = {
  ...{
    copywriter: /^application\/json$/,
    cutout: /^image\//,
    image: /^image\//,
    speech: /^audio\//,
    video: /^video\//,
  },
};
const wrongKey = 'wrong-Key_5b0e7c41';
const pollMs = 2_000;
/** Time in milliseconds that a test has in addition to the time limit of its calls. */
const graceMs = 30_000;

/** Defines the tests that a model must pass on its real server. Their number of paid calls is `realCalls`. */
export function realModelContract({ port, ...model }: RealModel): void {
  const { entry: early, access, late = () => ({}) } = model;
  const limitMs = early.timeoutSeconds * 1_000;
  const entry = (): ModelEntry => ({ ...early, ...late() });
  const open = (change: Partial<ModelEntry> = {}) => openEntry({ ...entry(), ...change }, port, access);
  const taskOf: () => Promise<ModelTask> = trialTasks[port];
  const { name: called, provider: server, model: id } = early;
  const idsOf = (number: number): CallIds =>
    callIds(run, `${port}-${number}`, { entry: called, provider: server, model: id, input: '' });
  const signal = (): AbortSignal => AbortSignal.timeout(limitMs);

  const submitted = async (provider: ModelProvider<ModelPort>, ids: CallIds): Promise<ModelAnswer> => {
    const end = await provider.submit(await taskOf(), ids, signal());
    if (end.kind === 'answered') return end.answer;
    expect(JSON.parse(JSON.stringify(end.handle))).toEqual(end.handle);
    expect(JSON.stringify(end.handle)).not.toContain((await keyOf(entry())) ?? wrongKey);
    if (provider.repeat === 'found') expect(await provider.find?.(ids, signal())).toEqual(end.handle);
    return polled(await open(), end.handle, signal());
  };

  describe(`${port} of ${early.name}`, () => {
    test(
      'has a result of the right kind, which another instance reads by its handle if there is one',
      async () => {
        const answer = await submitted(await open(), idsOf(1));
        expect(answer.mediaType).toMatch(mediaTypes[port]);
        expect((await measured(answer)).bytes).toBeGreaterThan(0);
      },
      limitMs * 2 + graceMs,
    );

    if (early.keyFile !== null)
      test(
        'refuses a wrong key, which the failure does not contain',
        async () => {
          const connection = openModelConnection(entry(), access);
          const provider = await openProvider(entry(), port, { connection, key: () => Promise.resolve(wrongKey) });
          const failure = await failureOf(provider.submit(await taskOf(), idsOf(2), signal()));
          expect(failure.kind).toBe('key_refused');
          expect(inspect(failure)).not.toContain(wrongKey);
        },
        limitMs + graceMs,
      );

    if (providers[early.provider].baseUrl === early.baseUrl)
      test(
        'refuses an unknown model',
        async () => {
          const provider = await open({ model: `${early.model}-unknown-7c41` });
          const failure = await failureOf(provider.submit(await taskOf(), idsOf(3), signal()));
          expect(['refused', 'key_refused']).toContain(failure.kind);
        },
        limitMs + graceMs,
      );

    if (early.options['idempotency'] === true)
      test(
        'runs one call for two requests with the same idempotency key, as its option states',
        async () => {
          const [first, second] = [await submitted(await open(), idsOf(1)), await submitted(await open(), idsOf(1))];
          expect(second.bytes.equals(first.bytes)).toBe(true);
        },
        limitMs * 2 + graceMs,
      );
  });
}

const run = crypto.randomUUID();

async function polled(
  provider: ModelProvider<ModelPort>,
  handle: ModelHandle,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  for (;;) {
    const state = await provider.poll?.(handle, signal);
    if (state?.kind === 'answered') return state.answer;
    if (state?.kind !== 'pending') throw new Error('The provider does not know the work.');
    await systemClock.sleep(state.retryAfterMs ?? pollMs, signal);
    signal.throwIfAborted();
  }
}

async function failureOf(call: Promise<unknown>): Promise<ModelFailure> {
  const error = await call.then(
    () => new Error('The call has not failed.'),
    (reason: unknown) => reason,
  );
  if (error instanceof ModelFailure) return error;
  throw error;
}
