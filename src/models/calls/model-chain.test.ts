import { expect, test } from '@jest/globals';
import { MemoryOperations } from '../../../test/support/models/memory-operations.ts';
import { systemClock } from '../../clock/system-clock.ts';
import type { ModelEntry } from '../model-entry.ts';
import { ModelFailure, type ModelFailureKind } from '../model-failure.ts';
import type { ModelProvider } from '../provider.ts';
import { Allowance } from './allowance.ts';
import { ModelChain, ModelsFailed, type Verdict } from './model-chain.ts';
import { PaidCalls } from './paid-calls.ts';

const never = new AbortController().signal;

function entry(name: string, change: Partial<ModelEntry> = {}): ModelEntry {
  return {
    ...{ name, provider: 'comfyui', model: 'm', baseUrl: 'http://models.test', addresses: [], keyFile: null },
    ...{ options: {}, priceMicroUsd: 10, concurrency: 1, timeoutSeconds: 5, whenFailed: 'next' },
    ...change,
  };
}

/** Answers of each model, in the order of its calls: a text, or the kind of its failure. */
type Answers = Readonly<Record<string, (ModelFailureKind | { text: string })[]>>;

function chainOf(entries: ModelEntry[], answers: Answers, allowance: number | null = null) {
  const asked: string[] = [];
  const calls = new PaidCalls({
    ...{
      jobId: 'job',
      files: new MemoryOperations().nextAttempt(),
      allowance: new Allowance(allowance),
      clock: systemClock,
    },
  });
  const providerOf = (name: string): ModelProvider<'speech'> => ({
    repeat: 'found',
    submit: () => {
      const next = answers[name]?.[asked.filter((one) => one === name).length] ?? 'unavailable';
      asked.push(name);
      if (typeof next === 'string') return Promise.reject(new ModelFailure(next, `it is ${next}`));
      return Promise.resolve({ kind: 'answered', answer: { bytes: Buffer.from(next.text), mediaType: 'text/plain' } });
    },
  });
  const chain = new ModelChain({
    entries: (port) => (port === 'speech' ? entries : []),
    // The chain asks for the port of the test alone.
    open: ((model: ModelEntry) => Promise.resolve(providerOf(model.name))) as ConstructorParameters<
      typeof ModelChain
    >[0]['open'],
    calls,
    clock: { sleep: () => Promise.resolve() },
  });
  const make = () =>
    chain.make(
      {
        ...{ port: 'speech', unit: 0 },
        task: () => ({ port: 'speech', text: 'Hello', language: 'en', speed: 1 }),
        judge: ({ bytes }) => Promise.resolve(verdictOn(bytes.toString())),
      },
      never,
    );
  return { make, asked, calls };
}

const verdictOn = (text: string): Verdict<string> =>
  text.startsWith('bad') ? { kind: 'refused', reasons: [`it is ${text}`] } : { kind: 'fit', result: text };

test('the result of the first model that is fit is used', async () => {
  const { make, asked } = chainOf([entry('a'), entry('b')], { a: [{ text: 'fine' }] });
  expect(await make()).toMatchObject({ kind: 'made', result: 'fine', record: { entry: 'a' } });
  expect(asked).toEqual(['a']);
});

test('a model whose results are refused twice is followed by the next one', async () => {
  const answers = { a: [{ text: 'bad 1' }, { text: 'bad 2' }], b: [{ text: 'fine' }] };
  const { make, asked, calls } = chainOf([entry('a'), entry('b')], answers);
  expect(await make()).toMatchObject({ kind: 'made', record: { entry: 'b' } });
  expect(asked).toEqual(['a', 'a', 'b']);
  expect(calls.records.map(({ refusals }) => refusals)).toEqual([['it is bad 1'], ['it is bad 2'], []]);
});

test.each<[ModelFailureKind, number]>([
  ['rate_limited', 2],
  ['unavailable', 2],
  ['unreadable', 2],
  ['empty', 2],
  ['key_refused', 1],
  ['not_paid', 1],
  ['refused', 1],
  ['moderated', 1],
  ['too_large', 1],
  ['not_allowed', 1],
  ['lost', 1],
])('a model that fails with %s is asked %i times, then the studio stands in', async (kind, times) => {
  const { make, asked } = chainOf([entry('a')], { a: [kind, kind, kind] });
  expect(await make()).toEqual({ kind: 'studio', reasons: Array.from({ length: times }, () => `a: it is ${kind}`) });
  expect(asked).toHaveLength(times);
});

test('a model that leaves the rest to the studio is the last one that is asked', async () => {
  const { make, asked } = chainOf([entry('a', { whenFailed: 'studio' }), entry('b')], { a: ['moderated'] });
  expect([(await make()).kind, asked]).toEqual(['studio', ['a']]);
});

test('a model whose failure ends the job ends it with the reason', async () => {
  const { make } = chainOf([entry('a', { whenFailed: 'fail' })], { a: ['not_paid'] });
  await expect(make()).rejects.toThrow(new ModelsFailed('The model failed: a: it is not_paid.'));
});

test('a used budget leaves the work to the studio, and ends no job', async () => {
  const { make, asked } = chainOf([entry('a', { whenFailed: 'fail' })], { a: [{ text: 'fine' }] }, 5);
  expect(await make()).toEqual({ kind: 'studio', reasons: ['a: the budget of the account for models is used up'] });
  expect(asked).toEqual([]);
});
