import type { ModelAnswer, ModelPort, TaskOf } from './model-task.ts';
import type { ModelFailure } from './model-failure.ts';

/** Reference to work that a provider has accepted, as plain JSON. It must not contain a key. */
export type ModelHandle = Readonly<Record<string, string>>;

/** Ids of a call. They are the same in every attempt of a stage. */
export interface CallIds {
  /** Value for a header such as `Idempotency-Key`: 64 hexadecimal digits. */
  idempotencyKey: string;
  /** UUID for providers whose callers choose the id of the work. */
  callId: string;
}

export type Submission = { kind: 'answered'; answer: ModelAnswer } | { kind: 'accepted'; handle: ModelHandle };

/**
 * State of accepted work. `pending` includes every response that says nothing about the work, such as 429, 500 or 503
 * while polling, and a cut connection: work that was paid for is not given up for a bad poll. `reason` is then what
 * happened. Work is `lost` if the provider does not know it any more, or no longer has its result. `isRepeated`: the
 * provider does the same work a second time, because a request that was believed lost has arrived.
 */
export type WorkState =
  | { kind: 'pending'; retryAfterMs?: number; reason?: ModelFailure; isRepeated?: true }
  | { kind: 'answered'; answer: ModelAnswer; isRepeated?: true }
  | { kind: 'lost' };

/**
 * Rule for sending a call again whose outcome is unknown.
 *
 * - `found`: the caller chooses the id of the work, and `find` returns it if the provider has it. Billed twice only if the
 *   first request arrives after that and its work starts before `poll` cancels it, which `isRepeated` reports.
 * - `deduplicated`: the provider runs one call for each idempotency key. Never billed twice.
 * - `repeated`: neither. The repeat may be billed, so it is counted, and there is at most one.
 */
export type RepeatRule = 'found' | 'deduplicated' | 'repeated';

/**
 * A model of a provider behind a port. Starts work at most once for each call of `submit`, and never repeats a request
 * by itself. All methods throw `ModelFailure`. They reject with the reason of the signal if it aborts.
 */
export interface ModelProvider<Port extends ModelPort> {
  readonly repeat: RepeatRule;
  /** Starts the work. A provider without an id for its work answers when the work is done. */
  submit(task: TaskOf<Port>, ids: CallIds, signal: AbortSignal): Promise<Submission>;
  /** Asks for accepted work, and downloads its result. Throws only if the work has failed for good. */
  poll?(handle: ModelHandle, signal: AbortSignal): Promise<WorkState>;
  /**
   * Returns the handle of the work with the id of the caller, or undefined if the provider has no such work. Throws if
   * the provider does not say.
   */
  find?(ids: CallIds, signal: AbortSignal): Promise<ModelHandle | undefined>;
}
