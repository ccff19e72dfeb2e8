import { setMaxListeners } from 'node:events';
import type { Clock } from '../../clock/port.ts';
import { sha256 } from '../../files/sha256.ts';
import type { ModelAnswer, ModelPort, TaskOf } from '../model-task.ts';
import type { ModelEntry } from '../model-entry.ts';
import { isSilentOnWork, ModelFailure } from '../model-failure.ts';
import type { OperationRecord } from '../records/operation-record.ts';
import type { CallIds, ModelHandle, ModelProvider, Submission } from '../provider.ts';
import type { Allowance } from './allowance.ts';

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

interface RunningCallOptions<Port extends ModelPort> {
  call: ModelCall<Port>;
  record: OperationRecord;
  /** Reports whether an earlier attempt has stored the record, and may have sent the request. */
  isKnown: boolean;
  allowance: Allowance;
  clock: Clock;
  store: (record: OperationRecord) => Promise<OperationRecord>;
  writeAnswer: (bytes: Buffer) => Promise<void>;
}

const firstWaitMs = 1_000;
const waitMsMax = 10_000;
/** Maximum number of requests for one call whose outcome is unknown, if none of them can be billed twice. */
const sendsMax = 4;
/** Minimum time in milliseconds for an attempt that takes over to fetch the result of accepted work. */
const takeOverMs = 30_000;

/** One paid call in one attempt, from the start or from the record of an earlier attempt to its end. */
export class RunningCall<Port extends ModelPort> {
  readonly #options: RunningCallOptions<Port>;
  #record: OperationRecord;
  /** Why the last question about the work has returned no result. */
  #pendingReason: ModelFailure | undefined;
  /** Why the outcome of the last request is unknown. */
  #cut = new ModelFailure('interrupted', 'the model may have the request, but its response was cut');

  constructor(options: RunningCallOptions<Port>) {
    this.#options = options;
    this.#record = options.record;
  }

  /** Runs the call to its end. Rejects with the reason of `stop` if it aborts; the record stays as it is. */
  async end(stop: AbortSignal): Promise<CallEnd> {
    await this.#store({});
    const { limit, done } = this.#limit();
    const signal = AbortSignal.any([stop, limit]);
    setMaxListeners(0, signal);
    try {
      const work = (await this.#takenOver(signal)) ?? (await this.#send(signal));
      const answer = work.kind === 'answered' ? work.answer : await this.#poll(work.handle, signal);
      return await this.#answered(answer);
    } catch (error) {
      stop.throwIfAborted();
      return await this.#failed(limit.aborted ? this.#timedOut() : asFailure(error));
    } finally {
      done();
    }
  }

  /** Returns a signal that aborts at the time limit of the call, counted from the submission of accepted work. */
  #limit(): { limit: AbortSignal; done: () => void } {
    const { call, clock } = this.#options;
    const [limit, ended] = [new AbortController(), new AbortController()];
    const fullMs = call.entry.timeoutSeconds * 1_000;
    const leftMs = Date.parse(this.#record.startTime) + fullMs - clock.now().getTime();
    const limitMs = this.#record.handle === null ? fullMs : Math.min(fullMs, Math.max(leftMs, takeOverMs));
    void clock.sleep(limitMs, ended.signal).then(() => {
      if (!ended.signal.aborted) limit.abort();
    });
    return {
      limit: limit.signal,
      done: () => {
        ended.abort();
      },
    };
  }

  /** Returns the work that an earlier attempt has submitted, if its handle is known or it has an id of ours. */
  async #takenOver(signal: AbortSignal): Promise<Submission | undefined> {
    const { handle } = this.#record;
    if (!this.#options.isKnown) return undefined;
    return handle === null ? this.#found(signal) : accepted(handle);
  }

  /** Asks the provider for work with our id until the provider says whether it has it. */
  async #found(signal: AbortSignal): Promise<Submission | undefined> {
    const { provider } = this.#options.call;
    if (provider.find === undefined) return undefined;
    for (const waitMs of waits()) {
      try {
        const handle = await provider.find(this.#ids, signal);
        return handle && accepted(handle);
      } catch (error) {
        if (!isSilentOnWork(error)) throw error;
        this.#pendingReason = error;
        await this.#wait(error.retryAfterMs ?? waitMs, signal);
      }
    }
    return undefined;
  }

  /** Sends the request, and again while its outcome is unknown and the provider does not bill it twice. */
  async #send(signal: AbortSignal): Promise<Submission> {
    for (let sends = 0; sends < sendsMax; sends += 1) {
      if (sends > 0) await this.#wait(firstWaitMs, signal);
      const charge = sends > 0 || this.#options.isKnown ? await this.#repeat() : this.#price;
      if (charge === undefined) break;
      const work = (await this.#submit(charge, signal)) ?? (await this.#found(signal));
      if (work !== undefined) return work;
    }
    throw this.#cut;
  }

  /**
   * Records that the request is sent again. Returns what this adds to the cost, or undefined if it must not be sent
   * again.
   */
  async #repeat(): Promise<number | undefined> {
    const { call, allowance } = this.#options;
    if (call.provider.repeat !== 'repeated') return 0;
    const { repeats, costMicroUsd } = this.#record;
    if (repeats > 0 || !allowance.take(this.#price)) return undefined;
    await this.#store({ repeats: repeats + 1, costMicroUsd: costMicroUsd + this.#price });
    return this.#price;
  }

  /** Counts work that the provider does a second time, unless a repeat is counted already. */
  async #countRepeat(): Promise<void> {
    const { repeats, costMicroUsd } = this.#record;
    if (repeats > 0) return;
    this.#options.allowance.take(this.#price);
    await this.#store({ repeats: 1, costMicroUsd: costMicroUsd + this.#price });
  }

  /** Sends the request. Returns undefined if the provider may have the work, because the response was cut or a gateway failed. */
  async #submit(charge: number, signal: AbortSignal): Promise<Submission | undefined> {
    const { provider, task } = this.#options.call;
    try {
      return await provider.submit(task, this.#ids, signal);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      if (error.kind === 'interrupted') {
        this.#cut = error;
        return undefined;
      }
      // This request costs nothing. Earlier ones whose outcome is unknown may do.
      if (!error.mayBeBilled) this.#record = { ...this.#record, costMicroUsd: this.#record.costMicroUsd - charge };
      throw error;
    }
  }

  async #poll(handle: ModelHandle, signal: AbortSignal): Promise<ModelAnswer> {
    const { provider } = this.#options.call;
    if (provider.poll === undefined) throw new Error('The provider accepts work but cannot be asked for it.');
    await this.#store({ state: 'accepted', handle: { ...handle } });
    for (const waitMs of waits()) {
      const state = await provider.poll(handle, signal);
      if (state.kind !== 'lost' && state.isRepeated === true) await this.#countRepeat();
      if (state.kind === 'answered') return state.answer;
      if (state.kind === 'lost') break;
      this.#pendingReason = state.reason;
      await this.#wait(state.retryAfterMs ?? waitMs, signal);
    }
    throw new ModelFailure('lost', 'the provider no longer has the work or its result');
  }

  async #answered(answer: ModelAnswer): Promise<CallEnd> {
    const { bytes, mediaType } = answer;
    await this.#options.writeAnswer(bytes);
    const stored = { sha256: sha256(bytes), bytes: bytes.length, mediaType };
    const record = await this.#store({ state: 'answered', endTime: this.#now, answer: stored });
    return { kind: 'answered', answer, record };
  }

  async #failed(failure: ModelFailure): Promise<CallEnd> {
    const stored = { kind: failure.kind, sentence: failure.message };
    return {
      kind: 'failed',
      failure,
      record: await this.#store({ state: 'failed', endTime: this.#now, failure: stored }),
    };
  }

  #timedOut(): ModelFailure {
    const sentence = `the model had no result within ${this.#options.call.entry.timeoutSeconds} seconds`;
    const reason = this.#pendingReason;
    return new ModelFailure('timed_out', reason === undefined ? sentence : `${sentence}: ${reason.message}`);
  }

  async #wait(waitMs: number, signal: AbortSignal): Promise<void> {
    await this.#options.clock.sleep(waitMs, signal);
    signal.throwIfAborted();
  }

  async #store(change: Partial<OperationRecord>): Promise<OperationRecord> {
    this.#record = await this.#options.store({ ...this.#record, ...change });
    return this.#record;
  }

  get #ids(): CallIds {
    const { idempotencyKey, callId } = this.#record;
    return { idempotencyKey, callId };
  }

  get #price(): number {
    return this.#record.priceMicroUsd;
  }

  get #now(): string {
    return this.#options.clock.now().toISOString();
  }
}

/** Waiting times in milliseconds between questions to a provider. */
function* waits(): Generator<number, undefined> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 1.5, waitMsMax)) yield waitMs;
}

const accepted = (handle: ModelHandle): Submission => ({ kind: 'accepted', handle });

function asFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  throw error;
}
