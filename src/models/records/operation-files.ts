import type { ModelAnswer } from '../model-task.ts';
import type { OperationRecord } from './operation-record.ts';

/** Records and results of the paid calls of a stage, of this attempt and of all earlier ones. */
export interface OperationFiles {
  /** Returns the records that earlier attempts have stored of a call, such as `image-1`, the earliest attempt first. */
  earlier(name: string): Promise<OperationRecord[]>;
  /** Returns the stored result of a call of any attempt, if its content is that of the record. */
  answer(record: OperationRecord): Promise<ModelAnswer | undefined>;
  /** Stores a record, completely or not at all, in place of an earlier state of it. */
  writeRecord(record: OperationRecord): Promise<void>;
  writeAnswer(name: string, bytes: Buffer): Promise<void>;
}
