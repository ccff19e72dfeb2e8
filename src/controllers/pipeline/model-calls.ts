import { FileTooLarge, type ArtifactStore } from '../../artifacts/port.ts';
import { parseJson } from '../../domain/json-text.ts';
import { siblingKey } from '../../domain/artifact-keys.ts';
import {
  answerFile,
  earlierFile,
  latest,
  operationName,
  OperationRecord,
  operationsFolder,
  possibleCost,
  recordFile,
} from '../../models/records/operation-record.ts';
import type { ModelCallsStatus } from '../../schema/model-calls.ts';
import { resultKey, type AttemptFiles } from './stage-input.ts';

/** Maximum size in bytes of a record that is read. */
const recordBytesMax = 65_536;

/** Files of the calls of one attempt. */
export interface AttemptOperations {
  attempt: number;
  /** Keys in the artifact store, by their names in the folder of the attempt, such as `operations/image-1.json`. */
  keys: ReadonlyMap<string, string>;
}

/** Returns the files of calls of models that the attempts up to `attempt` have stored, the earliest attempt first. */
export async function storedOperations(
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

/** Reads the records of calls of all attempts. A record that cannot be read counts as missing. */
async function readRecords(
  operations: readonly AttemptOperations[],
  artifacts: ArtifactStore,
): Promise<Map<string, StoredRecord[]>> {
  const files = operations.flatMap(({ attempt, keys }) =>
    [...keys.values()].filter((key) => key.endsWith('.json')).map((key) => ({ attempt, key })),
  );
  const read = await Promise.all(
    files.map(async ({ attempt, key }) => {
      const bytes = await artifacts.get(key, recordBytesMax).catch(unlessTooLarge);
      const { data: record } = OperationRecord.safeParse(bytes && parseJson(bytes.toString('utf8')));
      return record === undefined ? [] : [{ attempt, record }];
    }),
  );
  return Map.groupBy(read.flat(), ({ record }) => operationName(record));
}

function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof FileTooLarge)) throw error;
}

/** Reads the records of calls, one for each call, whichever attempt has made or taken it over. */
export async function readOperations(
  operations: readonly AttemptOperations[],
  artifacts: ArtifactStore,
): Promise<OperationRecord[]> {
  const byName = await readRecords(operations, artifacts);
  return [...byName.values()].flatMap((same) => latest(same.map(({ record }) => record)) ?? []);
}

/**
 * Returns the files of earlier calls that an attempt needs, by their names as its inputs: for each call the record that
 * knows most of it, the last record, and the result. So their number does not grow with the number of attempts.
 */
export async function neededOperations(
  operations: readonly AttemptOperations[],
  artifacts: ArtifactStore,
): Promise<(readonly [string, string])[]> {
  const byName = await readRecords(operations, artifacts);
  return [...byName].flatMap(([name, same]) => {
    const known = latest(same.map(({ record }) => record));
    const furthest = same.findLast(({ record }) => record.state === known?.state);
    const attempts = new Set([furthest, same.at(-1)].flatMap((one) => one?.attempt ?? []));
    const records = [...attempts].flatMap((attempt) => inputOf(operations, attempt, recordFile(name)));
    const answered = operations.find(({ keys }) => keys.has(answerFile(name)))?.attempt;
    return [...records, ...(answered === undefined ? [] : inputOf(operations, answered, answerFile(name)))];
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
  const groups = Map.groupBy(records, ({ port, entry }) => `${port} ${entry}`);
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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
