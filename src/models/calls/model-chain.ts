import type { Clock } from '../../clock/port.ts';
import { callNumber, triesMax } from '../model-use.ts';
import type { ModelAnswer, ModelPort, TaskOf } from '../model-task.ts';
import { concurrencyOf, type ModelEntry } from '../model-entry.ts';
import type { ModelFailure, ModelFailureKind } from '../model-failure.ts';
import type { OperationRecord } from '../records/operation-record.ts';
import type { ModelProvider } from '../provider.ts';
import type { PaidCalls } from './paid-calls.ts';

export type Verdict<Result> = { kind: 'fit'; result: Result } | { kind: 'refused'; reasons: string[] };

/** One thing that a stage asks a port for. */
export interface Wanted<Port extends ModelPort, Result> {
  port: Port;
  /** Number of the thing among those of the port, from 0. */
  unit: number;
  /** Returns the task for a try of a model, counted from 0, so that a second try can have another seed. */
  task: (attempt: number) => TaskOf<Port>;
  /** Checks a result before it is used. */
  judge: (answer: ModelAnswer) => Promise<Verdict<Result>>;
}

/** Result of a model, and its record. `studio`: every model failed, so that the built-in studio stands in. */
export type Made<Result> =
  { kind: 'made'; result: Result; record: OperationRecord } | { kind: 'studio'; reasons: string[] };

/** Thrown if a model has failed whose failure ends the job. The message is a sentence for clients. */
export class ModelsFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelsFailed';
  }
}

interface ChainOptions {
  entries: (port: ModelPort) => readonly ModelEntry[];
  open: <Port extends ModelPort>(entry: ModelEntry, port: Port) => Promise<ModelProvider<Port>>;
  /** Returns the number of things of a port for whose records there is a place. Default: there is no limit. */
  unitsMax?: (port: ModelPort) => number;
  calls: PaidCalls;
  clock: Pick<Clock, 'sleep'>;
  /** Is called with each failed call, for the log. */
  onFailed?: (entry: ModelEntry, failure: ModelFailure) => void;
}

/** Delay before a model is asked again, in milliseconds, and the longest one that a provider can ask for. */
const pauseMs = { usual: 1_000, max: 20_000 } as const;

/** Failures after which the same model may have a result for the same task. */
const worthAnotherTry: ReadonlySet<ModelFailureKind> = new Set(['rate_limited', 'unavailable', 'unreadable', 'empty']);

/** Models of the ports of a stage in order of preference. Each result is judged before it is used. */
export class ModelChain {
  readonly #options: ChainOptions;

  constructor(options: ChainOptions) {
    this.#options = options;
  }

  has(port: ModelPort): boolean {
    return this.#options.entries(port).length > 0;
  }

  /** Returns how many things each model of a port can do at once. */
  concurrency(port: ModelPort): number {
    return Math.min(concurrencyOf(this.#options.entries(port)), this.#options.unitsMax?.(port) ?? Infinity);
  }

  /**
   * Asks the models of a port, one after another, until a result is fit. A model that the budget does not allow is passed
   * over. Throws `ModelsFailed` if a model has failed
   * whose failure ends the job. Rejects with the reason of the signal if it aborts.
   */
  async make<Port extends ModelPort, Result>(wanted: Wanted<Port, Result>, stop: AbortSignal): Promise<Made<Result>> {
    const reasons: string[] = [];
    for (const [model, entry] of this.#options.entries(wanted.port).entries()) {
      const made = await this.#tryModel(wanted, { model, entry, reasons }, stop);
      if (made === 'too-expensive') continue;
      if (made !== undefined) return made;
      if (entry.whenFailed === 'fail') throw new ModelsFailed(`The model failed: ${reasons.at(-1) ?? 'no result'}.`);
      if (entry.whenFailed === 'studio') break;
    }
    return { kind: 'studio', reasons };
  }

  /** Waits before the second try, as long as the provider asks for. */
  async #pause({ retryAfterMs = pauseMs.usual }: ModelFailure, stop: AbortSignal): Promise<void> {
    await this.#options.clock.sleep(Math.min(retryAfterMs, pauseMs.max), stop);
    stop.throwIfAborted();
  }

  async #tryModel<Port extends ModelPort, Result>(
    { port, unit, task, judge }: Wanted<Port, Result>,
    { model, entry, reasons }: { model: number; entry: ModelEntry; reasons: string[] },
    stop: AbortSignal,
  ): Promise<Made<Result> | 'too-expensive' | undefined> {
    const provider = await this.#options.open(entry, port);
    for (let attempt = 0; attempt < triesMax; attempt += 1) {
      const call = { number: callNumber({ unit, model, attempt }), entry, provider, task: task(attempt) };
      const end = await this.#options.calls.make(call, stop);
      if (end.kind === 'failed') {
        reasons.push(`${entry.name}: ${end.failure.message}`);
        this.#options.onFailed?.(entry, end.failure);
        if (end.record === null && attempt === 0) return 'too-expensive';
        if (end.record === null || isFinal(end.failure)) return undefined;
        await this.#pause(end.failure, stop);
        continue;
      }
      const verdict = await judge(end.answer);
      if (verdict.kind === 'fit') return { kind: 'made', result: verdict.result, record: end.record };
      await this.#options.calls.refuse(end.record, verdict.reasons);
      reasons.push(`${entry.name}: ${verdict.reasons.join('; ')}`);
    }
    return undefined;
  }
}

const isFinal = ({ kind }: ModelFailure): boolean => !worthAnotherTry.has(kind);
