import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ModelFailure, type ModelFailureKind } from '../../src/models/model-failure.ts';
import type { ModelAnswer, ModelPort, TaskOf } from '../../src/models/model-task.ts';
import type { CallIds, ModelHandle, ModelProvider, WorkState } from '../../src/models/provider.ts';
import { canaryKey, modelAnswerBytesInTests } from '../support/models/model-rig.ts';
import type { ModelServer, ServerFault, ServerReply } from '../support/models/model-server.ts';
import { until } from '../support/process/until.ts';

/** A provider, and the server of its wire format. */
export interface ProviderRig<Port extends ModelPort> {
  provider: ModelProvider<Port>;
  server: ModelServer;
  /** Number of works that the server has done, and that the provider would bill. */
  bills: () => number;
}

/** A reply in the place of that to `submit`, and the failure that it means. */
export type FailingReply = [title: string, reply: ServerReply, kind: ModelFailureKind | ModelFailureKind[]];

export interface ProviderContract<Port extends ModelPort> {
  name: string;
  task: TaskOf<Port>;
  /** Starts the server, and opens the provider with `rigDeps`. */
  open(): Promise<ProviderRig<Port>>;
  mediaType: string;
  /** Replies to `submit` that only this wire format has: refused content, no result, a wrong result. */
  replies: readonly FailingReply[];
  /** Replies to the first request of `poll` for work that has failed for good. Present if work has an id. */
  ends?: readonly FailingReply[];
}

export const callIdsForTests: CallIds = {
  idempotencyKey: '5f2d'.repeat(16),
  callId: '0197a3c2-5b1e-8f00-9d3a-4c1e2b7f6a55',
};

const html = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
const htmlHeaders = { 'content-type': 'text/html' };
const quoted = {
  error: { message: `Incorrect API key provided: ${canaryKey}. ${'x'.repeat(2_000)}`, type: 'invalid' },
};
/** The guard of every installation refuses the address of this URL. */
const privateUrl = 'http://169.254.169.254/latest/meta-data/';

const faults: [title: string, fault: ServerFault, kind: ModelFailureKind | ModelFailureKind[]][] = [
  ['400', { status: 400, body: { error: { message: 'Invalid value for size' } } }, 'refused'],
  ['401', { status: 401, body: quoted }, 'key_refused'],
  ['402', { status: 402, body: { error: { message: 'Insufficient credits' } } }, 'not_paid'],
  ['403', { status: 403, body: { error: { message: 'No access to this model' } } }, 'key_refused'],
  ['404 for the model', { status: 404, body: { detail: 'The model does not exist' } }, 'refused'],
  ['422 of FastAPI', { status: 422, body: { detail: [{ loc: ['body', 'prompt'], msg: 'required' }] } }, 'refused'],
  ['429', { status: 429, body: { error: { message: 'Slow down' } } }, 'rate_limited'],
  ['500', { status: 500, body: { error: { message: `Failed for ${canaryKey}` } } }, 'unavailable'],
  ['502 as HTML', { status: 502, headers: htmlHeaders, body: html }, 'interrupted'],
  ['504 as HTML', { status: 504, headers: htmlHeaders, body: html }, 'interrupted'],
  ['503', { status: 503, body: { detail: 'engine not initialized' } }, 'unavailable'],
  ['a redirect to a private address', { status: 302, headers: { location: privateUrl } }, 'refused'],
  ['a cut before the response', 'cut-before', 'interrupted'],
  ['a cut within the response', 'cut-after', 'interrupted'],
  ['HTML with status 200', { headers: htmlHeaders, body: html }, 'unreadable'],
  ['broken JSON', { headers: { 'content-type': 'application/json' }, body: '{"id": "a", "data": [' }, 'unreadable'],
  ['JSON of another form', { body: { hello: ['world'] } }, ['unreadable', 'empty']],
  ['an empty body', { body: '' }, ['unreadable', 'empty']],
];

/** Defines the tests that every `ModelProvider` must pass against the server of its wire format. */
export function modelProviderContract<Port extends ModelPort>(contract: ProviderContract<Port>): void {
  const { name, task } = contract;
  describe(`${name}: ModelProvider contract`, () => {
    let rig: ProviderRig<Port>;
    beforeEach(async () => {
      rig = await contract.open();
    });
    afterEach(() => rig.server.close());

    const submit = (signal = new AbortController().signal) => rig.provider.submit(task, callIdsForTests, signal);

    test('returns the result for one request with the key and the idempotency key, which is billed once', async () => {
      const { bytes, mediaType } = await answerOf(rig.provider, task);
      expect(mediaType).toBe(contract.mediaType);
      expect(bytes.length).toBeGreaterThan(0);
      expect(rig.bills()).toBe(1);
      const submitted = rig.server.requests.filter(({ method }) => method === 'POST');
      expect(JSON.stringify(submitted.map(({ headers }) => headers))).toContain(canaryKey);
      expect(JSON.stringify(rig.server.requests.map(({ path }) => path))).not.toContain(canaryKey);
      if (rig.provider.repeat !== 'found')
        expect(submitted.at(-1)?.headers['idempotency-key']).toBe(callIdsForTests.idempotencyKey);
    });

    test.each<[string, ServerFault, ModelFailureKind | ModelFailureKind[]]>([...faults, ...contract.replies])(
      '%s fails after one request, without the key',
      async (_, fault, kinds) => {
        rig.server.faults.push(fault);
        const failure = await failureOf(submit());
        expect([kinds].flat()).toContain(failure.kind);
        // A model that refuses with status 200 has read the prompt, which is billed.
        if (failure.kind === 'moderated')
          expect(failure.mayBeBilled).toBe(typeof fault !== 'object' || fault.status === undefined);
        expect(rig.server.requests).toHaveLength(1);
        expect(textOf(failure)).not.toContain(canaryKey);
        expect(wordsOf(failure).length).toBeLessThan(400);
      },
    );

    test.each([
      [{ 'retry-after': '7' }, 7_000],
      [{ 'retry-after-ms': '1500' }, 1_500],
      [{}, undefined],
    ])('429 with %j asks to wait for %p ms', async (headers, retryAfterMs) => {
      rig.server.faults.push({ status: 429, headers: { ...headers }, body: { error: { message: 'Slow down' } } });
      expect(await failureOf(submit())).toMatchObject({ kind: 'rate_limited', retryAfterMs });
    });

    test('a response larger than the limit fails', async () => {
      rig.server.faults.push({ headers: htmlHeaders, body: Buffer.alloc(modelAnswerBytesInTests + 1) });
      expect((await failureOf(submit())).kind).toBe('too_large');
    });

    test('a server that cannot be reached fails as unavailable', async () => {
      await rig.server.close();
      expect((await failureOf(submit())).kind).toBe('unavailable');
      rig = await contract.open();
    });

    test('a call whose signal aborts ends at once with the reason of the abort', async () => {
      const [stop, reason] = [new AbortController(), new Error('stopped')];
      rig.server.faults.push('slow');
      const submitted = submit(stop.signal);
      submitted.catch(() => undefined);
      await until(() => Promise.resolve(rig.server.requests.length === 1));
      stop.abort(reason);
      await expect(submitted).rejects.toBe(reason);
    });

    test('a call whose signal has aborted sends nothing', async () => {
      await expect(submit(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
      expect(rig.server.requests).toHaveLength(0);
    });

    test.each<[string, ServerFault]>([
      ['whose response was cut off', 'cut-before'],
      ['whose gateway replied with 502', 'bad-gateway'],
    ])('work %s can be sent again by the rule for repeats', async (_, fault) => {
      rig.server.faults.push(fault);
      expect((await failureOf(submit())).kind).toBe('interrupted');
      const signal = new AbortController().signal;
      const found = await rig.provider.find?.(callIdsForTests, signal);
      if (rig.provider.repeat === 'found') expect(found).toBeDefined();
      await (found === undefined ? answerOf(rig.provider, task) : polled(rig.provider, found));
      expect(rig.bills()).toBe(rig.provider.repeat === 'repeated' ? 2 : 1);
    });
  });
  if (contract.ends !== undefined) pollingContract(contract, contract.ends);
}

/** Responses that say nothing about the work. */
const silent: [title: string, fault: ServerFault][] = [
  ['429', { status: 429, headers: { 'retry-after': '3' }, body: { detail: 'Slow down' } }],
  ['500', { status: 500, body: { error: { message: `Failed for ${canaryKey}` } } }],
  ['502 as HTML', { status: 502, headers: htmlHeaders, body: html }],
  ['503', { status: 503, body: { detail: 'engine not initialized' } }],
  ['HTML with status 200', { headers: htmlHeaders, body: html }],
  ['a cut before the response', 'cut-before'],
  ['a cut within the response', 'cut-after'],
];
const transient: readonly ModelFailureKind[] = ['rate_limited', 'unavailable', 'interrupted', 'unreadable'];

function pollingContract<Port extends ModelPort>(
  contract: ProviderContract<Port>,
  ends: readonly FailingReply[],
): void {
  describe(`${contract.name}: accepted work`, () => {
    let rig: ProviderRig<Port>;
    let handle: ModelHandle;
    const signal = new AbortController().signal;
    beforeEach(async () => {
      rig = await contract.open();
      const submitted = await rig.provider.submit(contract.task, callIdsForTests, signal);
      if (submitted.kind !== 'accepted') throw new Error('The provider answers at once.');
      handle = submitted.handle;
    });
    afterEach(() => rig.server.close());

    const poll = async (): Promise<WorkState> => {
      if (rig.provider.poll === undefined) throw new Error('The provider accepts work but cannot be asked for it.');
      return rig.provider.poll(handle, signal);
    };

    test('the handle is plain JSON without the key, and another instance polls it', async () => {
      expect(JSON.parse(JSON.stringify(handle))).toEqual(handle);
      expect(JSON.stringify(handle)).not.toContain(canaryKey);
      expect((await polled(rig.provider, { ...handle })).mediaType).toBe(contract.mediaType);
      expect(rig.bills()).toBe(1);
    });

    test.each(silent)('%s while polling does not end the work', async (_, fault) => {
      const before = rig.server.requests.length;
      rig.server.faults.push(fault);
      const state = await poll().catch((error: unknown) => error);
      if (state instanceof ModelFailure) {
        expect(transient).toContain(state.kind);
        expect(textOf(state)).not.toContain(canaryKey);
      } else expect(state).toMatchObject({ kind: 'pending' });
      expect(rig.server.requests.length).toBe(before + 1);
      await polled(rig.provider, handle);
      expect(rig.bills()).toBe(1);
    });

    test('work that the provider no longer knows is lost', async () => {
      rig.server.faults.push({ status: 404, body: { detail: 'Not found' } });
      const state = await poll().catch((error: unknown) => error);
      expect(state).toMatchObject({ kind: 'lost' });
    });

    for (const [title, reply, kinds] of ends)
      test(`${title} ends the work`, async () => {
        rig.server.faults.push(reply);
        const failure = await failureOf(poll());
        expect([kinds].flat()).toContain(failure.kind);
        expect(textOf(failure)).not.toContain(canaryKey);
      });

    test('a poll whose signal aborts ends with the reason of the abort', async () => {
      const [stop, reason] = [new AbortController(), new Error('stopped')];
      rig.server.faults.push('slow');
      const before = rig.server.requests.length;
      const asked = rig.provider.poll?.(handle, stop.signal);
      asked?.catch(() => undefined);
      await until(() => Promise.resolve(rig.server.requests.length > before));
      stop.abort(reason);
      await expect(asked).rejects.toBe(reason);
    });
  });
}

/** Submits a task and polls it until it is answered. */
export async function answerOf<Port extends ModelPort>(
  provider: ModelProvider<Port>,
  task: TaskOf<Port>,
): Promise<ModelAnswer> {
  const submitted = await provider.submit(task, callIdsForTests, new AbortController().signal);
  return submitted.kind === 'answered' ? submitted.answer : polled(provider, submitted.handle);
}

const pollsMax = 20;

async function polled<Port extends ModelPort>(
  provider: ModelProvider<Port>,
  handle: ModelHandle,
): Promise<ModelAnswer> {
  for (let polls = 0; polls < pollsMax; polls += 1) {
    const state = await provider.poll?.(handle, new AbortController().signal);
    if (state?.kind === 'answered') return state.answer;
    if (state?.kind === 'lost') throw new Error('The work is lost.');
  }
  throw new Error(`The work has no result after ${pollsMax} polls.`);
}

/** Returns the `ModelFailure` with which a call rejects. */
export async function failureOf(call: Promise<unknown>): Promise<ModelFailure> {
  const error = await call.then(
    (value) => new Error(`The call has not failed: ${inspect(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof ModelFailure) return error;
  throw error;
}

/** Returns everything that a log could show of an error: messages, stacks, causes and all other properties. */
function textOf(error: unknown): string {
  const causes = error instanceof Error ? [error.message, error.stack ?? '', textOf(error.cause)] : [];
  return [inspect(error, { depth: 10, showHidden: true, maxStringLength: null }), ...causes].join('\n');
}

/** Returns the words of the provider, which are the message of the cause. */
function wordsOf({ cause }: ModelFailure): string {
  return cause instanceof Error ? cause.message : '';
}
