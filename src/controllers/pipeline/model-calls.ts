import { sum } from '../../domain/sum.ts';
import { FileTooLarge, type ArtifactStore } from '../../artifacts/port.ts';
import { siblingKey } from '../../domain/artifact-keys.ts';
import {
  answerFile,
  callOf,
  earlierFile,
  latest,
  operationName,
  type OperationRecord,
  operationsFolder,
  parseRecord,
  possibleCost,
  recordFile,
} from '../../models/records/operation-record.ts';
import type { ModelCallsStatus } from '../../schema/model-calls.ts';
import { resultKey, type AttemptFiles } from './stage-input.ts';

/** Maximum size in bytes of a record that is read. */
const recordBytesMax = 65_536;

/** Files of the calls of one attempt. */
interface AttemptOperations {
  attempt: number;
  /** Keys in the artifact store, by their names in the folder of the attempt, such as `operations/image-1.json`. */
  keys: ReadonlyMap<string, string>;
}

/** Returns the files of calls of models that the attempts up to `attempt` have stored, the earliest attempt first. */
async function storedOperations(
  { attempt: last, ...files }: AttemptFiles,
  installationSecret: string,
  artifacts: ArtifactStore,
): Promise<AttemptOperations[]> {
  const attempts = Array.from({ length: last }, (_, at) => at + 1);
  return Promise.all(
    attempts.map(async (attempt) => {
      const folder = siblingKey(resultKey({ ...files, attempt }, installationSecret), `${operationsFolder}/`);
      const { files: names } = await artifacts.listNames(folder);
      return { attempt, keys: new Map(names.map((name) => [`${operationsFolder}/${name}`, folder + name])) };
    }),
  );
}

interface StoredRecord {
  attempt: number;
  record: OperationRecord;
}

/** Files and records of the calls of a stage by its attempts so far. */
export interface StoredCalls {
  operations: readonly AttemptOperations[];
  /** Records of each call of each model, the earliest attempt first. */
  records: readonly (readonly StoredRecord[])[];
}

/**
 * Reads the calls of models that the attempts up to `attempt` have stored. A record that cannot be read counts as missing.
 */
export async function storedCalls(
  files: AttemptFiles,
  installationSecret: string,
  artifacts: ArtifactStore,
): Promise<StoredCalls> {
  const operations = await storedOperations(files, installationSecret, artifacts);
  const keys = operations.flatMap(({ attempt, keys: ofAttempt }) =>
    [...ofAttempt.values()].filter((key) => key.endsWith('.json')).map((key) => ({ attempt, key })),
  );
  const read = await Promise.all(
    keys.map(async ({ attempt, key }) => {
      const record = parseRecord(await artifacts.get(key, recordBytesMax).catch(unlessTooLarge));
      return record === undefined ? [] : [{ attempt, record }];
    }),
  );
  return { operations, records: [...Map.groupBy(read.flat(), ({ record }) => callOf(record)).values()] };
}

const modelOf = ({ entry, provider, model }: OperationRecord): string => JSON.stringify([entry, provider, model]);

function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof FileTooLarge)) throw error;
}

/** Returns one record for each call of the stage, whichever attempt has made it or taken it over. */
export const recordsOf = ({ records }: StoredCalls): OperationRecord[] =>
  records.flatMap((same) => latest(same.map(({ record }) => record)) ?? []);

/**
 * Returns the files of earlier calls that an attempt needs, by their names as its inputs: for each call the record that
 * knows most of it, the last record, and the result. So their number does not grow with the number of attempts.
 */
export function neededFiles({ operations, records }: StoredCalls): (readonly [string, string])[] {
  return records.flatMap((same) => {
    const known = latest(same.map(({ record }) => record));
    if (known === undefined) return [];
    const name = operationName(known);
    const furthest = same.findLast(({ record }) => record.state === known.state);
    const attempts = new Set([furthest, same.at(-1)].flatMap((one) => one?.attempt ?? []));
    const needed = [...attempts].flatMap((attempt) => inputOf(operations, attempt, recordFile(name)));
    const answers = same.filter(({ record }) => record.state === 'answered');
    const answer = answers.flatMap(({ attempt }) => inputOf(operations, attempt, answerFile(name))).slice(0, 1);
    return [...needed, ...answer];
  });
}

function inputOf(
  operations: readonly AttemptOperations[],
  attempt: number,
  file: string,
): (readonly [string, string])[] {
  const key = operations.find((one) => one.attempt === attempt)?.keys.get(file);
  return key === undefined ? [] : [[earlierFile(attempt, file), key]];
}

/** Returns what a call costs, or may cost if its end is not known. */
export const costOf = (record: OperationRecord): number =>
  record.state === 'answered' || record.state === 'failed' ? record.costMicroUsd : possibleCost(record);

/** Sums the calls of a stage by port and model. */
export function modelCallsOf(stage: string, records: readonly OperationRecord[]): ModelCallsStatus[] {
  const groups = Map.groupBy(records, (record) => `${record.port} ${modelOf(record)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { port, entry, provider, model } = first;
    const failed = group.filter(({ state }) => state !== 'answered').length;
    return {
      ...{ stage, port, entry, provider, model, calls: group.length, failed },
      refused: group.filter(({ refusals }) => refusals.length > 0).length,
      repeats: sum(group.map(({ repeats }) => repeats)),
      costMicroUsd: sum(group.map(costOf)),
      seconds: Math.round(sum(group.map(secondsOf))),
    };
  });
}

function secondsOf({ startTime, endTime }: OperationRecord): number {
  return endTime === null ? 0 : Math.max(0, Date.parse(endTime) - Date.parse(startTime)) / 1_000;
}
