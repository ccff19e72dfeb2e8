import { describe, expect, test } from '@jest/globals';
import { MemoryOperations } from '../../../test/support/models/memory-operations.ts';
import { ShortWaitClock } from '../../../test/support/models/short-wait-clock.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import type { Clock } from '../../clock/port.ts';
import { sha256 } from '../../files/sha256.ts';
import type { ModelEntry } from '../model-entry.ts';
import { ModelFailure, type ModelFailureKind } from '../model-failure.ts';
import type { ImageTask, ModelAnswer } from '../model-task.ts';
import type { OperationRecord } from '../records/operation-record.ts';
import type { ModelProvider, RepeatRule, Submission, WorkState } from '../provider.ts';
import { Allowance } from './allowance.ts';
import { PaidCalls } from './paid-calls.ts';
import type { CallEnd } from './running-call.ts';

const answer: ModelAnswer = { bytes: Buffer.from('a picture'), mediaType: 'image/png' };
const stored = { sha256: sha256(answer.bytes), bytes: answer.bytes.length, mediaType: answer.mediaType };
const answered = { kind: 'answered', answer } as const;
const accepted = { kind: 'accepted', handle: { id: 'w1' } } as const;
const failed = (kind: ModelFailureKind): ModelFailure => new ModelFailure(kind, `the call is ${kind}`);
const price = 40_000;

const entry: ModelEntry = {
  ...{ name: 'flux', provider: 'fal', model: 'flux', baseUrl: 'https://fal.test', addresses: [], keyFile: null },
  ...{ options: {}, priceMicroUsd: price, concurrency: 1, timeoutSeconds: 120, whenFailed: 'next' },
};
const task: ImageTask = {
  ...{ port: 'image', prompt: 'A bottle', references: [], seed: 1 },
  size: { width: 8, height: 8 },
};

const started: OperationRecord = {
  ...{ format: 1, port: 'image', number: 1, entry: 'flux', provider: 'fal', model: 'flux', inputSha256: 'i' },
  ...{ idempotencyKey: 'k', callId: 'c', state: 'started', handle: null, startTime: '2026-11-01T12:00:00.000Z' },
  ...{ endTime: null, repeats: 0, priceMicroUsd: price, costMicroUsd: price, answer: null, failure: null },
  ...{ system: null, prompt: null, refusals: [] },
};
const acceptedRecord: OperationRecord = { ...started, state: 'accepted', handle: { id: 'w1' } };
const answeredRecord: OperationRecord = { ...acceptedRecord, state: 'answered', answer: stored };
const failedRecord: OperationRecord = {
  ...{ ...started, state: 'failed' },
  failure: { kind: 'moderated', sentence: 'the provider refused the content' },
};

type Values<T> = readonly [T | ModelFailure, ...(T | ModelFailure)[]];

/** Behaviour of a provider at each of its calls. Further calls have the last one. */
interface Script {
  repeat?: RepeatRule;
  submit?: Values<Submission>;
  poll?: Values<WorkState>;
  find?: Values<{ id: string } | undefined>;
}

interface Setting {
  script?: Script;
  earlier?: OperationRecord;
  bytes?: Buffer;
  allowance?: number | null;
  clock?: Clock;
}

class Rig {
  readonly operations = new MemoryOperations();
  /** Names of the calls of the provider. */
  readonly called: string[] = [];
  readonly calls: PaidCalls;
  readonly #script: Script;

  constructor({ script = {}, earlier, bytes, allowance = null, clock = new ShortWaitClock() }: Setting) {
    this.#script = script;
    if (earlier !== undefined) this.operations.seed(earlier, bytes);
    const files = this.operations.nextAttempt();
    this.calls = new PaidCalls({ jobId: 'adj_1', files, allowance: new Allowance(allowance), clock });
  }

  make(change: Partial<ModelEntry> = {}, stop = new AbortController().signal): Promise<CallEnd> {
    return this.calls.make({ number: 1, entry: { ...entry, ...change }, provider: this.#provider(), task }, stop);
  }

  get record(): OperationRecord | undefined {
    return this.operations.latest('image-1');
  }

  #provider(): ModelProvider<'image'> {
    const { repeat = 'repeated', submit = [accepted], poll = [answered], find } = this.#script;
    return {
      repeat,
      submit: () => this.#next('submit', submit),
      poll: () => this.#next('poll', poll),
      ...(find !== undefined && { find: () => this.#next('find', find) }),
    };
  }

  async #next<T>(name: string, values: Values<T>): Promise<T> {
    const done = this.called.filter((one) => one === name).length;
    this.called.push(name);
    const value = values[Math.min(done, values.length - 1)] ?? values[0];
    if (value instanceof ModelFailure) throw value;
    return Promise.resolve(value);
  }
}

interface Row {
  setting: Setting;
  entry?: Partial<ModelEntry>;
  called: string[];
  end: 'answered' | ModelFailureKind;
  /** Number of prices in the cost of the record. Null: there is no record. */
  cost: number | null;
  repeats?: number;
}

const cut = failed('interrupted');

test.each<[string, Row]>([
  ['a new call is submitted and polled', { setting: {}, called: ['submit', 'poll'], end: 'answered', cost: 1 }],
  [
    'a provider without ids answers at once',
    { setting: { script: { submit: [answered] } }, called: ['submit'], end: 'answered', cost: 1 },
  ],
  [
    'a request that is refused costs nothing',
    { setting: { script: { submit: [failed('refused')] } }, called: ['submit'], end: 'refused', cost: 0 },
  ],
  [
    'a response that cannot be read may have a cost',
    { setting: { script: { submit: [failed('unreadable')] } }, called: ['submit'], end: 'unreadable', cost: 1 },
  ],
  [
    'accepted work that fails keeps its cost',
    { setting: { script: { poll: [failed('moderated')] } }, called: ['submit', 'poll'], end: 'moderated', cost: 1 },
  ],
  [
    'work that fails at the provider is not polled again',
    { setting: { script: { poll: [failed('unavailable')] } }, called: ['submit', 'poll'], end: 'unavailable', cost: 1 },
  ],
  [
    'lost work ends the call',
    { setting: { script: { poll: [{ kind: 'lost' }] } }, called: ['submit', 'poll'], end: 'lost', cost: 1 },
  ],
  [
    'a call over the allowance is not made',
    { setting: { allowance: price - 1 }, called: [], end: 'not_paid', cost: null },
  ],
  [
    'a stored result is returned without a request',
    { setting: { earlier: answeredRecord, bytes: answer.bytes }, called: [], end: 'answered', cost: 1 },
  ],
  [
    'a stored result with other bytes is fetched again',
    { setting: { earlier: answeredRecord, bytes: Buffer.from('half') }, called: ['poll'], end: 'answered', cost: 1 },
  ],
  [
    'a stored failure is returned without a request',
    { setting: { earlier: failedRecord }, called: [], end: 'moderated', cost: 1 },
  ],
  ['accepted work is polled', { setting: { earlier: acceptedRecord }, called: ['poll'], end: 'answered', cost: 1 }],
  [
    'accepted work is polled although the allowance is used up',
    { setting: { earlier: acceptedRecord, allowance: 0 }, called: ['poll'], end: 'answered', cost: 1 },
  ],
  [
    'a request whose outcome is unknown is sent again once, and counted',
    { setting: { earlier: started }, called: ['submit', 'poll'], end: 'answered', cost: 2, repeats: 1 },
  ],
  [
    'a request that was sent again by an earlier attempt is not sent a third time',
    {
      setting: { earlier: { ...started, repeats: 1, costMicroUsd: 2 * price } },
      ...{ called: [], end: 'interrupted', cost: 2, repeats: 1 },
    },
  ],
  [
    'a request is not sent again without an allowance for it',
    { setting: { earlier: started, allowance: price - 1 }, called: [], end: 'interrupted', cost: 1 },
  ],
  [
    'a repeat that is refused leaves the cost of the first request',
    {
      setting: { earlier: started, script: { submit: [failed('refused')] } },
      ...{ called: ['submit'], end: 'refused', cost: 1, repeats: 1 },
    },
  ],
  [
    'a deduplicated request is sent again at no cost',
    {
      setting: { earlier: started, script: { repeat: 'deduplicated', submit: [answered] } },
      ...{ called: ['submit'], end: 'answered', cost: 1 },
    },
  ],
  [
    'a deduplicated repeat that is refused leaves the cost of the first request',
    {
      setting: { earlier: started, script: { repeat: 'deduplicated', submit: [failed('rate_limited')] } },
      ...{ called: ['submit'], end: 'rate_limited', cost: 1 },
    },
  ],
  [
    'work with our id is found',
    {
      setting: { earlier: started, script: { repeat: 'found', find: [{ id: 'w1' }] } },
      ...{ called: ['find', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'work is sent again if the provider does not have it',
    {
      setting: { earlier: started, script: { repeat: 'found', find: [undefined] } },
      ...{ called: ['find', 'submit', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'work is not sent again before the provider says that it does not have it',
    {
      setting: { earlier: started, script: { repeat: 'found', find: [failed('unavailable'), cut, { id: 'w1' }] } },
      ...{ called: ['find', 'find', 'find', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'work is looked for again after a refusal of the key, which says nothing about the work',
    {
      setting: { earlier: started, script: { repeat: 'found', find: [failed('key_refused'), { id: 'w1' }] } },
      ...{ called: ['find', 'find', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'a cut connection repeats a request once',
    {
      setting: { script: { submit: [cut, accepted] } },
      ...{ called: ['submit', 'submit', 'poll'], end: 'answered', cost: 2, repeats: 1 },
    },
  ],
  [
    'two cut connections end the call',
    {
      setting: { script: { submit: [cut] } },
      ...{ called: ['submit', 'submit'], end: 'interrupted', cost: 2, repeats: 1 },
    },
  ],
  [
    'a deduplicated request is sent up to four times',
    {
      setting: { script: { repeat: 'deduplicated', submit: [cut] } },
      ...{ called: ['submit', 'submit', 'submit', 'submit'], end: 'interrupted', cost: 1 },
    },
  ],
  [
    'work is found after a cut connection',
    {
      setting: { script: { repeat: 'found', submit: [cut], find: [{ id: 'w1' }] } },
      ...{ called: ['submit', 'find', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'work that the provider does twice is counted once more',
    {
      setting: { script: { repeat: 'found', poll: [{ kind: 'pending', isRepeated: true }, answered] } },
      ...{ called: ['submit', 'poll', 'poll'], end: 'answered', cost: 2, repeats: 1 },
    },
  ],
  [
    'an unfinished call of another model is not continued',
    {
      setting: { earlier: acceptedRecord },
      ...{ entry: { name: 'wan' }, called: ['submit', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'a handle is not given to another provider of the same name',
    {
      setting: { earlier: acceptedRecord },
      ...{ entry: { provider: 'replicate' }, called: ['submit', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'a failure of another model does not count',
    {
      setting: { earlier: failedRecord },
      ...{ entry: { model: 'flux-2' }, called: ['submit', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'the repeat of another model does not count',
    {
      setting: { earlier: { ...started, repeats: 1, costMicroUsd: 2 * price } },
      ...{ entry: { model: 'flux-2' }, called: ['submit', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'a refused result of another model is not used',
    {
      setting: { earlier: { ...answeredRecord, refusals: ['lettering'] }, bytes: answer.bytes },
      ...{ entry: { model: 'flux-2' }, called: ['submit', 'poll'], end: 'answered', cost: 1 },
    },
  ],
  [
    'a stored result of another model is used',
    {
      setting: { earlier: answeredRecord, bytes: answer.bytes },
      ...{ entry: { name: 'wan' }, called: [], end: 'answered', cost: 1 },
    },
  ],
])('%s', async (_, { setting, entry: change, called, end, cost, repeats = 0 }) => {
  const rig = new Rig(setting);
  const made = await rig.make(change);
  expect(made.kind === 'answered' ? made.kind : made.failure.kind).toBe(end);
  expect(rig.called).toEqual(called);
  if (cost === null) expect(rig.record).toBeUndefined();
  else expect(rig.record).toMatchObject({ state: made.kind, costMicroUsd: cost * price, repeats });
});

describe('time limit', () => {
  const pending: WorkState = { kind: 'pending', reason: failed('rate_limited') };

  test('work that stays pending times out, with what the provider last said', async () => {
    const rig = new Rig({ script: { poll: [pending] } });
    const end = await rig.make();
    expect(end).toMatchObject({ kind: 'failed', failure: { kind: 'timed_out' } });
    expect(rig.record?.failure?.sentence).toBe('the model had no result within 120 seconds: the call is rate_limited');
    expect(rig.record?.costMicroUsd).toBe(price);
  });

  test('is counted from the submission, but leaves half a minute to fetch the result', async () => {
    const clock = new FakeClock('2026-11-01T12:10:00Z');
    const rig = new Rig({ clock, earlier: acceptedRecord, script: { poll: [pending] } });
    const ending = rig.make();
    await clock.advance(29_000);
    expect(rig.record?.state).toBe('accepted');
    await clock.advance(2_000);
    expect(await ending).toMatchObject({ kind: 'failed', failure: { kind: 'timed_out' } });
  });

  test('a stopped call leaves its record to the next attempt', async () => {
    const clock = new FakeClock();
    const rig = new Rig({ clock, script: { poll: [pending] } });
    const stop = new AbortController();
    const ending = rig.make({}, stop.signal);
    ending.catch(() => undefined);
    await clock.advance(5_000);
    stop.abort(new Error('stopped'));
    await expect(ending).rejects.toThrow('stopped');
    expect(rig.record).toMatchObject({ state: 'accepted', handle: { id: 'w1' }, costMicroUsd: price });
  });
});

test('the record with the cost is stored before the request is sent', async () => {
  const rig = new Rig({});
  const provider: ModelProvider<'image'> = {
    repeat: 'repeated',
    submit: () => {
      expect(rig.record).toMatchObject({ state: 'started', costMicroUsd: price });
      return Promise.resolve(answered);
    },
  };
  const end = await rig.calls.make({ number: 1, entry, provider, task }, new AbortController().signal);
  expect(end.kind).toBe('answered');
});

test('the reasons why a result is not used are stored', async () => {
  const rig = new Rig({});
  const end = await rig.make();
  if (end.kind === 'answered') await rig.calls.refuse(end.record, ['The picture is blank.']);
  expect(rig.record?.refusals).toEqual(['The picture is blank.']);
  expect(rig.calls.records).toEqual([rig.record]);
});
