import { sum } from '../../domain/sum.ts';
import { answerFile, operationName, recordFile } from '../records/operation-record.ts';
import { callNumber, triesMax, type ModelUse } from '../model-use.ts';
import { concurrencyOf, type ModelEntry } from '../model-entry.ts';
import { entriesFor, type ModelsConfig } from './models-file.ts';

/** Time, money and files that the models of a stage need at most, if every model is tried as often as possible. */
export interface StagePlan {
  /** Time of all calls that follow one another, in seconds. Most units are made together. */
  seconds: number;
  /** Cost of all calls in millionths of a US dollar, a counted repeat of each included. */
  costMicroUsd: number;
  /** The first model of each list, with the number of stages that may use it together. The others are rarely used. */
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
    .map((use) => ({ ...use, entries: entriesFor(config, account, use.port) }))
    .filter(({ entries }) => entries.length > 0)
    .map((use) => ({ ...use, units: unitsOf(use) }));
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
    seconds: sum(lists.map(secondsOf)),
    models: lists.flatMap(({ entries: [first] }) =>
      first === undefined ? [] : [{ name: first.name, concurrency: first.concurrency }],
    ),
    costMicroUsd: 2 * sum(calls.map(({ priceMicroUsd }) => priceMicroUsd)),
    files: calls.flatMap(({ name }) => [recordFile(name), answerFile(name)]),
  };
}

/** Returns the number of things that a job asks the models of a list for. */
const unitsOf = ({ entries, units, isBounded }: ModelUse & { entries: readonly ModelEntry[] }): number =>
  isBounded === true ? Math.min(units, concurrencyOf(entries)) : units;

/** Seconds between two tries of a model, at most. */
const pauseSeconds = 20;

function secondsOf({ entries, units, isSequential }: ModelUse & { entries: readonly ModelEntry[] }): number {
  const inTurn = isSequential === true ? units : 1;
  return inTurn * sum(entries.map(({ timeoutSeconds }) => triesMax * timeoutSeconds + pauseSeconds));
}

const range = (length: number): number[] => Array.from({ length }, (_, at) => at);
