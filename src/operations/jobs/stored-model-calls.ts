import pLimit from 'p-limit';
import type { ArtifactStore } from '../../artifacts/port.ts';
import {
  callOf,
  latest,
  type OperationRecord,
  operationsFolder,
  parseRecord,
} from '../../models/records/operation-record.ts';
import type { StoredFile } from './stored-files.ts';

/** A call of a model by a stage, whichever attempt has made it or taken it over. */
export interface StoredModelCall {
  stage: string;
  record: OperationRecord;
}

/** Maximum size in bytes of a record that is read, and maximum number of records of a job. */
const [recordBytesMax, recordsMax] = [65_536, 300];
const readAtOnce = 10;

/**
 * Reads the calls of models of a job from all files of its attempts, in the order in which they began. A record that is
 * damaged or cannot be read is left out.
 */
export async function storedModelCalls(
  files: readonly StoredFile[],
  artifacts: Pick<ArtifactStore, 'get'>,
): Promise<StoredModelCall[]> {
  const isRecord = ({ name, bytes }: StoredFile): boolean =>
    name.startsWith(`${operationsFolder}/`) && name.endsWith('.json') && bytes <= recordBytesMax;
  const found = files.filter(isRecord).toSorted((a, b) => a.attempt - b.attempt);
  const read = await pLimit(readAtOnce).map(found.slice(0, recordsMax), async ({ key, stage }) => {
    const record = parseRecord(await artifacts.get(key, recordBytesMax).catch(() => undefined));
    return record === undefined ? [] : [{ stage, record }];
  });
  const calls = Map.groupBy(read.flat(), ({ stage, record }) => `${stage} ${callOf(record)}`);
  return [...calls.values()]
    .flatMap((same) => {
      const record = latest(same.map((one) => one.record));
      return same.slice(0, 1).flatMap(({ stage }) => (record === undefined ? [] : [{ stage, record }]));
    })
    .toSorted((a, b) => Date.parse(a.record.startTime) - Date.parse(b.record.startTime));
}
