import { answerFile, operationName, recordFile } from '../records/operation-record.ts';
import { callNumber, triesMax, type ModelUse } from '../model-use.ts';
import { entriesFor, type ModelsConfig } from './models-file.ts';

/** What the models of a stage need at most, if every model is tried as often as possible. */
export interface StagePlan {
  /** Time of all calls that follow one another, in seconds. Units are made at once. */
  seconds: number;
  /** Cost of all calls in millionths of a US dollar, a counted repeat of each included. */
  costMicroUsd: number;
  /** The models, each with the number of stages that may use it at once. */
  models: { name: string; concurrency: number }[];
  /** Files of records and results that the stage may write. */
  files: string[];
}

/** Returns what the models of a stage need at most. Undefined: no model is configured for the stage. */
export function stagePlan(
  config: ModelsConfig,
  account: string,
  uses: readonly ModelUse[] = [],
): StagePlan | undefined {
  const lists = uses
    .map(({ port, units }) => ({ port, units, entries: entriesFor(config, account, port) }))
    .filter(({ entries }) => entries.length > 0);
  if (lists.length === 0) return undefined;
  const calls = lists.flatMap(({ port, units, entries }) =>
    range(units).flatMap((unit) =>
      entries.flatMap(({ priceMicroUsd }, model) =>
        range(triesMax).map((attempt) => ({
          name: operationName({ port, number: callNumber({ unit, model, attempt }) }),
          priceMicroUsd,
        })),
      ),
    ),
  );
  return {
    seconds: sum(lists.map(({ entries }) => triesMax * sum(entries.map(({ timeoutSeconds }) => timeoutSeconds)))),
    models: lists.flatMap(({ entries }) => entries.map(({ name, concurrency }) => ({ name, concurrency }))),
    costMicroUsd: 2 * sum(calls.map(({ priceMicroUsd }) => priceMicroUsd)),
    files: calls.flatMap(({ name }) => [recordFile(name), answerFile(name)]),
  };
}

const range = (length: number): number[] => Array.from({ length }, (_, at) => at);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
