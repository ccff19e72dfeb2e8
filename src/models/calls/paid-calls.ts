import { setMaxListeners } from 'node:events';
import type { Clock } from '../../clock/port.ts';
import { sha256 } from '../../files/sha256.ts';
import type { ModelAnswer, ModelPort, TaskOf } from '../model-task.ts';
import type { ModelEntry } from '../model-entry.ts';
import { ModelFailure } from '../model-failure.ts';
import type { OperationFiles } from '../operations/operation-files.ts';
import { operationName, possibleCost, type OperationRecord } from '../operations/operation-record.ts';
import type { CallIds, ModelHandle, ModelProvider, Submission } from '../provider.ts';
import type { Allowance } from './allowance.ts';
import { callIds, inputSha256 } from './call-ids.ts';

export interface ModelCall<Port extends ModelPort> {
  /**
   * Number of the call among those of its port, from 1. The same number stands for the same purpose in every attempt,
   * such as the second try of the first clip, in whatever order the calls are made.
   */
  number: number;
  entry: ModelEntry;
  provider: ModelProvider<Port>;
  task: TaskOf<Port>;
}

export type CallEnd =
  | { kind: 'answered'; answer: ModelAnswer; record: OperationRecord }
  | { kind: 'failed'; failure: ModelFailure; record: OperationRecord | null };

interface PaidCallsOptions {
  jobId: string;
  files: OperationFiles;
  allowance: Allowance;
  clock: Clock;
}

/** Stores the next state of a call. */
type NextState = (change: Partial<OperationRecord>) => Promise<void>;

const firstPollMs = 1_000;
const pollMsMax = 10_000;
/** Maximum number of requests for one call whose outcome is unknown, if none of them can be billed twice. */
const sendsMax = 4;

/**
 * Paid calls of one attempt of a stage. Each call has a number and is recorded before it is made. An attempt that takes
 * over makes the calls with the same numbers: it returns stored results, polls accepted work, and sends a request again
 * only if its outcome is unknown.
 *
 * Guarantee: a request whose outcome is unknown is sent again only to a provider that does not bill it twice, or else
 * once, which the record counts.
 */
export class PaidCalls {
  readonly #options: PaidCallsOptions;
  readonly #records = new Map<string, OperationRecord>();

  constructor(options: PaidCallsOptions) {
    this.#options = options;
  }

  /** The calls so far, those of earlier attempts included that this attempt has taken over. */
  get records(): OperationRecord[] {
    return [...this.#records.values()];
  }

  /** Makes a call. Rejects with the reason of the signal if it aborts; the record then stays as it is. */
  async make<Port extends ModelPort>(call: ModelCall<Port>, stop: AbortSignal): Promise<CallEnd> {
    const earlier = await this.#options.files.earlier(operationName({ port: call.task.port, number: call.number }));
    if (earlier === undefined) return this.#fresh(call, stop);
    const ended = await this.#ended(earlier);
    if (ended !== undefined) return ended;
    return earlier.entry === call.entry.name
      ? this.#perform(earlier, call, { stop, isKnown: true })
      : this.#abandoned(earlier);
  }

  #fresh<Port extends ModelPort>(call: ModelCall<Port>, stop: AbortSignal): Promise<CallEnd> {
    const { jobId, allowance, clock } = this.#options;
    const { number, task } = call;
    const { port } = task;
    if (!allowance.take(call.entry.priceMicroUsd))
      return Promise.resolve({ kind: 'failed', failure: noAllowance(), record: null });
    const input = inputSha256(task);
    const { name: entry, provider, model } = call.entry;
    const ids = callIds(jobId, operationName({ port, number }), input);
    const record: OperationRecord = {
      ...{ format: 1, port, number, entry, provider, model, inputSha256: input, ...ids },
      ...{ state: 'started', handle: null, startTime: clock.now().toISOString(), endTime: null },
      ...{
        priceMicroUsd: call.entry.priceMicroUsd,
        repeats: 0,
        costMicroUsd: 0,
        answer: null,
        failure: null,
        refusals: [],
      },
    };
    return this.#perform(record, call, { stop, isKnown: false });
  }

  /** Returns the end of a call that an earlier attempt has finished. Undefined: the call has no stored result yet. */
  async #ended(earlier: OperationRecord): Promise<CallEnd | undefined> {
    if (earlier.state === 'failed')
      return { kind: 'failed', failure: failureOf(earlier), record: await this.#store(earlier) };
    if (earlier.state !== 'answered') return undefined;
    const answer = await this.#options.files.answer(earlier);
    return answer && { kind: 'answered', answer, record: await this.#store(earlier) };
  }

  /** Ends a call of a model that is no longer configured. Its work, if the provider has it, may have been billed. */
  async #abandoned(earlier: OperationRecord): Promise<CallEnd> {
    const failure = new ModelFailure('lost', 'the model of an unfinished call is no longer configured');
    const record = await this.#store({
      ...earlier,
      state: 'failed',
      endTime: this.#options.clock.now().toISOString(),
      costMicroUsd: possibleCost(earlier),
      failure: { kind: failure.kind, sentence: failure.message },
    });
    return { kind: 'failed', failure, record };
  }

  /** Stores why the result of a call is not used. */
  async refuse(record: OperationRecord, reasons: readonly string[]): Promise<void> {
    await this.#store({ ...record, refusals: [...reasons] });
  }

  async #perform<Port extends ModelPort>(
    started: OperationRecord,
    call: ModelCall<Port>,
    { stop, isKnown }: { stop: AbortSignal; isKnown: boolean },
  ): Promise<CallEnd> {
    const limit = AbortSignal.timeout(call.entry.timeoutSeconds * 1_000);
    const signal = AbortSignal.any([stop, limit]);
    setMaxListeners(0, signal);
    let record = await this.#store(started);
    try {
      const next: NextState = async (change) => {
        record = await this.#store({ ...record, ...change });
      };
      const done =
        (isKnown ? await takenOver(record, call.provider, signal) : undefined) ??
        (await this.#send({ record, next, isKnown }, call, signal));
      const answer = done.kind === 'answered' ? done.answer : await this.#poll(done.handle, { call, next, signal });
      return await this.#answered(record, answer);
    } catch (error) {
      stop.throwIfAborted();
      const failure = limit.aborted ? timedOut(call.entry) : asFailure(error);
      return { kind: 'failed', failure, record: await this.#failed(record, failure) };
    }
  }

  /** Sends the request, and again while its outcome is unknown and the provider does not bill it twice. */
  async #send<Port extends ModelPort>(
    { record, next, isKnown }: { record: OperationRecord; next: NextState; isKnown: boolean },
    { provider, task }: ModelCall<Port>,
    signal: AbortSignal,
  ): Promise<Submission> {
    const { idempotencyKey, callId } = record;
    const ids = { idempotencyKey, callId };
    let { repeats } = record;
    for (let sends = 0; sends < sendsMax; sends += 1) {
      const isCounted = provider.repeat === 'repeated' && (sends > 0 || isKnown);
      if (isCounted && repeats > 0) break;
      if (isCounted) await next({ repeats: (repeats += 1) });
      const sent =
        (await provider.submit(task, ids, signal).catch(unlessInterrupted)) ?? (await found(provider, ids, signal));
      if (sent !== undefined) return sent;
    }
    throw new ModelFailure('interrupted', 'the connection to the model was cut');
  }

  async #poll<Port extends ModelPort>(
    handle: ModelHandle,
    { call: { provider }, next, signal }: { call: ModelCall<Port>; next: NextState; signal: AbortSignal },
  ): Promise<ModelAnswer> {
    if (provider.poll === undefined) throw new Error('The provider accepts work but cannot be asked for it.');
    await next({ state: 'accepted', handle: { ...handle } });
    for (let waitMs = firstPollMs; ; waitMs = Math.min(waitMs * 1.5, pollMsMax)) {
      const state = await provider.poll(handle, signal).catch(unlessTransient);
      if (state.kind === 'answered') return state.answer;
      if (state.kind === 'lost') throw new ModelFailure('lost', 'the provider no longer knows the work');
      await this.#options.clock.sleep(state.retryAfterMs ?? waitMs, signal);
      signal.throwIfAborted();
    }
  }

  async #answered(record: OperationRecord, answer: ModelAnswer): Promise<CallEnd> {
    const name = operationName(record);
    await this.#options.files.writeAnswer(name, answer.bytes);
    const { bytes, mediaType } = answer;
    const stored = await this.#store({
      ...(this.#records.get(name) ?? record),
      state: 'answered',
      endTime: this.#options.clock.now().toISOString(),
      costMicroUsd: possibleCost(record),
      answer: { sha256: sha256(bytes), bytes: bytes.length, mediaType },
    });
    return { kind: 'answered', answer, record: stored };
  }

  async #failed(record: OperationRecord, failure: ModelFailure): Promise<OperationRecord> {
    const known = this.#records.get(operationName(record)) ?? record;
    const isBilled = failure.mayBeBilled || known.state === 'accepted';
    return this.#store({
      ...known,
      state: 'failed',
      endTime: this.#options.clock.now().toISOString(),
      costMicroUsd: isBilled ? possibleCost(known) : known.priceMicroUsd * known.repeats,
      failure: { kind: failure.kind, sentence: failure.message },
    });
  }

  async #store(record: OperationRecord): Promise<OperationRecord> {
    await this.#options.files.writeRecord(record);
    this.#records.set(operationName(record), record);
    return record;
  }
}

const accepted = (handle: ModelHandle): Submission => ({ kind: 'accepted', handle });

/** Returns the work that an earlier attempt has submitted, if its handle is known or it has an id of ours. */
async function takenOver(
  { handle, idempotencyKey, callId }: OperationRecord,
  provider: Pick<ModelProvider<never>, 'find'>,
  signal: AbortSignal,
): Promise<Submission | undefined> {
  return handle === null ? found(provider, { idempotencyKey, callId }, signal) : accepted(handle);
}

async function found(
  provider: Pick<ModelProvider<never>, 'find'>,
  ids: CallIds,
  signal: AbortSignal,
): Promise<Submission | undefined> {
  const handle = await provider.find?.(ids, signal);
  return handle && accepted(handle);
}

const noAllowance = (): ModelFailure => new ModelFailure('not_paid', 'the budget of the account for models is used up');

const timedOut = ({ timeoutSeconds }: ModelEntry): ModelFailure =>
  new ModelFailure('timed_out', `the model had no result within ${timeoutSeconds} seconds`);

function asFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  throw error;
}

/** Returns undefined for a cut connection, after which the provider may have the work. */
function unlessInterrupted(error: unknown): undefined {
  if (!(error instanceof ModelFailure) || error.kind !== 'interrupted') throw error;
}

/** A response without a word about the work leaves it pending: work that was paid for is not given up for a bad poll. */
function unlessTransient(error: unknown): { kind: 'pending'; retryAfterMs?: number } {
  const isTransient =
    error instanceof ModelFailure && ['rate_limited', 'unavailable', 'interrupted', 'unreadable'].includes(error.kind);
  if (!isTransient) throw error;
  return { kind: 'pending', ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }) };
}

function failureOf({ failure }: OperationRecord): ModelFailure {
  return failure === null
    ? new ModelFailure('lost', 'the call has failed')
    : new ModelFailure(failure.kind, failure.sentence);
}
