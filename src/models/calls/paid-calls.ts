import type { Clock } from '../../clock/port.ts';
import type { ModelPort, ModelTask } from '../model-task.ts';
import type { ModelEntry } from '../model-entry.ts';
import { ModelFailure } from '../model-failure.ts';
import type { OperationFiles } from '../records/operation-files.ts';
import {
  isSameModel,
  latest,
  operationName,
  promptCharactersMax,
  type CalledModel,
  type OperationRecord,
} from '../records/operation-record.ts';
import type { Allowance } from './allowance.ts';
import { callIds, inputSha256 } from './call-ids.ts';
import { RunningCall, type CallEnd, type ModelCall } from './running-call.ts';

interface PaidCallsOptions {
  jobId: string;
  files: OperationFiles;
  allowance: Allowance;
  clock: Clock;
}

/**
 * Paid calls of one attempt of a stage. Each call has a number and is recorded before it is made. An attempt that takes
 * over makes the calls with the same numbers: it returns stored results, polls accepted work, and sends a request again
 * only if its outcome is unknown. Records of a model that is no longer configured in this place count for their cost only,
 * unless they have a result.
 *
 * Guarantee: a request whose outcome is unknown is sent again only to a provider that does not bill it twice, or else
 * once, which the record counts. At any time, the cost in the record is at least what the provider can have billed.
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
    const records = await this.#options.files.earlier(operationName({ port: call.task.port, number: call.number }));
    const own = latest(records.filter((record) => isSameModel(record, calledModel(call.entry))));
    if (own === undefined) return (await this.#ofReplaced(records, call.task)) ?? this.#fresh(call, stop);
    if (isOfOtherInput(own, call.task)) return this.#abandoned(own);
    return (await this.#ended(own)) ?? this.#run(own, call, true).end(stop);
  }

  /**
   * Returns the stored result of a model that an earlier attempt has called in the place of this one. Undefined: there is
   * none, or it has been refused. Its failures do not count for this model.
   */
  async #ofReplaced(records: readonly OperationRecord[], task: ModelTask): Promise<CallEnd | undefined> {
    const answered = latest(records.filter(({ state }) => state === 'answered'));
    if (answered === undefined || answered.refusals.length > 0 || isOfOtherInput(answered, task)) return undefined;
    return this.#ended(answered);
  }

  /** Stores why the result of a call is not used. */
  async refuse(record: OperationRecord, reasons: readonly string[]): Promise<void> {
    await this.#store({ ...record, refusals: reasons.slice(0, 20).map((reason) => reason.slice(0, 300)) });
  }

  async #fresh<Port extends ModelPort>(call: ModelCall<Port>, stop: AbortSignal): Promise<CallEnd> {
    const { jobId, allowance, clock } = this.#options;
    const { number, task } = call;
    const { port } = task;
    if (!allowance.take(call.entry.priceMicroUsd)) return { kind: 'failed', failure: noAllowance(), record: null };
    const input = inputSha256(task);
    const { priceMicroUsd } = call.entry;
    const called = calledModel(call.entry);
    const ids = callIds(jobId, operationName({ port, number }), { ...called, input });
    const record: OperationRecord = {
      ...{ format: 1, port, number, ...called, inputSha256: input, ...ids },
      ...{ system: systemOf(task), prompt: promptOf(task) },
      ...{ state: 'started', handle: null, startTime: clock.now().toISOString(), endTime: null },
      ...{ repeats: 0, answer: null, failure: null, refusals: [] },
      ...{ priceMicroUsd, costMicroUsd: priceMicroUsd },
    };
    return this.#run(record, call, false).end(stop);
  }

  /** Returns the end of a call that an earlier attempt has finished. Undefined: the call has no stored result yet. */
  async #ended(earlier: OperationRecord): Promise<CallEnd | undefined> {
    if (earlier.state === 'failed')
      return { kind: 'failed', failure: failureOf(earlier), record: await this.#store(earlier) };
    if (earlier.state !== 'answered') return undefined;
    const answer = await this.#options.files.answer(earlier);
    return answer && { kind: 'answered', answer, record: await this.#store(earlier) };
  }

  /** Ends a call whose result is of no use any more. Its work, if the provider has it, may have been billed. */
  async #abandoned(earlier: OperationRecord): Promise<CallEnd> {
    const failure = new ModelFailure('lost', 'the call of an earlier attempt had another input');
    const record = await this.#store({
      ...earlier,
      state: 'failed',
      endTime: this.#options.clock.now().toISOString(),
      failure: { kind: failure.kind, sentence: failure.message },
    });
    return { kind: 'failed', failure, record };
  }

  #run<Port extends ModelPort>(record: OperationRecord, call: ModelCall<Port>, isKnown: boolean): RunningCall<Port> {
    const { files, allowance, clock } = this.#options;
    return new RunningCall({
      ...{ call, record, isKnown, allowance, clock },
      store: (next) => this.#store(next),
      writeAnswer: (bytes) => files.writeAnswer(operationName(record), bytes),
    });
  }

  async #store(record: OperationRecord): Promise<OperationRecord> {
    await this.#options.files.writeRecord(record);
    this.#records.set(operationName(record), record);
    return record;
  }
}

const calledModel = ({ name: entry, provider, model }: ModelEntry): CalledModel => ({ entry, provider, model });

/**
 * Reports whether a record is a call for something else, whose result would be wrong here: the mask of another picture,
 * or another sentence. Text and scenes are made for the job as a whole, and judged again.
 */
function isOfOtherInput({ inputSha256: input }: OperationRecord, task: ModelTask): boolean {
  return (task.port === 'cutout' || task.port === 'speech') && input !== inputSha256(task);
}

function promptOf(task: ModelTask): string | null {
  if (task.port === 'cutout') return null;
  return (task.port === 'speech' ? task.text : task.prompt).slice(0, promptCharactersMax);
}

function systemOf(task: ModelTask): string | null {
  return task.port === 'copywriter' ? task.system.slice(0, promptCharactersMax) : null;
}

const noAllowance = (): ModelFailure => new ModelFailure('not_paid', 'the budget of the account for models is used up');

function failureOf({ failure }: OperationRecord): ModelFailure {
  return failure === null
    ? new ModelFailure('lost', 'the call has failed')
    : new ModelFailure(failure.kind, failure.sentence);
}
