import { z } from 'zod';
import { parseJson } from '../../domain/json-text.ts';
import { modelFailureKinds } from '../model-failure.ts';
import { modelPorts } from '../model-task.ts';

/**
 * State of a paid call.
 *
 * - `started`: stored before the request is sent. Whether the provider has it is unknown.
 * - `accepted`: the provider has accepted the work and returned a reference to it.
 * - `answered`: the result is stored.
 * - `failed`: the call has failed for good.
 */
const states = ['started', 'accepted', 'answered', 'failed'] as const;

/** Number of characters of a prompt that a record has at most. */
export const promptCharactersMax = 4_000;

/** Content of `operations/<port>-<n>.json`: one call of a model by a stage. It contains no key. */
export const OperationRecord = z.object({
  format: z.literal(1),
  port: z.enum(modelPorts),
  number: z.int().positive(),
  /** Name, provider and model of the entry of the configuration. */
  entry: z.string(),
  provider: z.string(),
  model: z.string(),
  /** SHA-256 of what the model is asked for. */
  inputSha256: z.string(),
  /** Instructions of a writing task, at most their first 4,000 characters. */
  system: z.string().nullable().default(null),
  /** Prompt or text that the model gets, at most its first 4,000 characters. Null: a picture alone. */
  prompt: z.string().nullable(),
  idempotencyKey: z.string(),
  callId: z.string(),
  state: z.enum(states),
  handle: z.record(z.string(), z.string()).nullable(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  /** Number of times that the request was sent again although it may be billed again. */
  repeats: z.int(),
  /** Price of a call in millionths of a US dollar when it was made. */
  priceMicroUsd: z.int(),
  /**
   * Cost in millionths of a US dollar of all requests that the provider can have billed. It is stored before each of
   * them is sent, and taken back if the provider refuses one.
   */
  costMicroUsd: z.int(),
  answer: z.object({ sha256: z.string(), bytes: z.int(), mediaType: z.string() }).nullable(),
  failure: z.object({ kind: z.enum(modelFailureKinds), sentence: z.string() }).nullable(),
  /** Reasons why the result is not used. Empty: it is used, or has not been judged yet. */
  refusals: z.array(z.string()),
});
export type OperationRecord = z.infer<typeof OperationRecord>;

export const operationName = ({ port, number }: Pick<OperationRecord, 'port' | 'number'>): string =>
  `${port}-${number}`;

/** Model of a call, as the configuration named it when the call was made. */
export type CalledModel = Pick<OperationRecord, 'entry' | 'provider' | 'model'>;

/** Reports whether two calls are of the same model of the same provider. */
export const isSameModel = (one: CalledModel, other: CalledModel): boolean =>
  one.entry === other.entry && one.provider === other.provider && one.model === other.model;

/** Returns what tells a call from others. A model that was configured in the place of another has calls of its own. */
export const callOf = (record: OperationRecord): string =>
  JSON.stringify([operationName(record), record.entry, record.provider, record.model]);

/** Reads the content of a record. Undefined: the file is missing, or is no record. */
export const parseRecord = (bytes: Buffer | undefined): OperationRecord | undefined =>
  bytes && OperationRecord.safeParse(parseJson(bytes.toString('utf8'))).data;

/** Returns what a call costs if the provider bills every request of it. */
export const possibleCost = ({ priceMicroUsd, repeats }: OperationRecord): number => priceMicroUsd * (1 + repeats);

/** Folder of records and results within the folder of an attempt. */
export const operationsFolder = 'operations';
/** Name of the file of a record, relative to the folder of an attempt. */
export const recordFile = (name: string): string => `${operationsFolder}/${name}.json`;
/** Name of the file of a result, relative to the folder of an attempt. */
export const answerFile = (name: string): string => `${operationsFolder}/${name}.bin`;
/** Name of an input: a file of a call by an earlier attempt. */
export const earlierFile = (attempt: number, file: string): string => `attempt-${attempt}/${file}`;

/** Returns the record that knows most of a call, of those that several attempts have stored, the earliest first. */
export function latest(records: readonly OperationRecord[]): OperationRecord | undefined {
  const furthest = Math.max(...records.map(({ state }) => rank[state]));
  const found = records.findLast(({ state }) => rank[state] === furthest);
  return (
    found && {
      ...found,
      repeats: Math.max(...records.map(({ repeats }) => repeats)),
      costMicroUsd: Math.max(...records.map(({ costMicroUsd }) => costMicroUsd)),
    }
  );
}

const rank: Readonly<Record<OperationRecord['state'], number>> = { started: 0, accepted: 1, failed: 2, answered: 3 };
