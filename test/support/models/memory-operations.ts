import { sha256 } from '../../../src/files/sha256.ts';
import type { OperationFiles } from '../../../src/models/records/operation-files.ts';
import { isSameModel, latest, operationName, OperationRecord } from '../../../src/models/records/operation-record.ts';

/** Records and results of the paid calls of a stage in memory, over all of its attempts. */
export class MemoryOperations {
  readonly #attempts: { records: Map<string, string>; answers: Map<string, Buffer> }[] = [];

  /** Returns the files of the next attempt. */
  nextAttempt(): OperationFiles {
    const own = { records: new Map<string, string>(), answers: new Map<string, Buffer>() };
    const earlier = [...this.#attempts];
    this.#attempts.push(own);
    return {
      earlier: (name) => Promise.resolve(earlier.flatMap(({ records }) => parsed(records.get(name)))),
      answer: (record) => {
        const stored = [...earlier, own].map(({ answers }) => answers.get(operationName(record)));
        const bytes = stored.find((one) => one !== undefined && sha256(one) === record.answer?.sha256);
        return Promise.resolve(bytes && { bytes, mediaType: record.answer?.mediaType ?? '' });
      },
      writeRecord: (record) => {
        own.records.set(operationName(record), JSON.stringify(record));
        return Promise.resolve();
      },
      writeAnswer: (name, bytes) => {
        own.answers.set(name, bytes);
        return Promise.resolve();
      },
    };
  }

  /** Stores a record as that of an attempt of its own. */
  seed(record: OperationRecord, answer?: Buffer): void {
    const name = operationName(record);
    this.#attempts.push({
      records: new Map([[name, JSON.stringify(record)]]),
      answers: new Map(answer === undefined ? [] : [[name, answer]]),
    });
  }

  /** Returns the record that knows most of a call of the model that was called last. */
  latest(name: string): OperationRecord | undefined {
    const all = this.#attempts.flatMap(({ records }) => parsed(records.get(name)));
    const last = all.at(-1);
    return last && latest(all.filter((record) => isSameModel(record, last)));
  }

  /** Returns the text of all records of all attempts. */
  get text(): string {
    return this.#attempts.flatMap(({ records }) => [...records.values()]).join('\n');
  }
}

const parsed = (text: string | undefined): OperationRecord[] =>
  text === undefined ? [] : [OperationRecord.parse(JSON.parse(text))];
