import { sha256 } from '../../files/sha256.ts';
import type { OperationFiles } from '../../models/records/operation-files.ts';
import {
  answerFile,
  earlierFile,
  operationName,
  parseRecord,
  recordFile,
} from '../../models/records/operation-record.ts';
import type { StageContext } from '../stage.ts';

/**
 * Records and results of the paid calls of a stage. They are outputs of this attempt; those of earlier attempts are
 * inputs.
 */
export function operationStore({ input, read, write }: Pick<StageContext, 'input' | 'read' | 'write'>): OperationFiles {
  const attempts = Array.from({ length: input.attempt - 1 }, (_, at) => at + 1);
  const ofEarlier = (file: string): Promise<(Buffer | undefined)[]> =>
    Promise.all(attempts.map((attempt) => read(earlierFile(attempt, file))));
  return {
    earlier: async (name) => (await ofEarlier(recordFile(name))).flatMap((bytes) => parseRecord(bytes) ?? []),
    answer: async (record) => {
      const { answer } = record;
      if (answer === null) return undefined;
      const bytes = (await ofEarlier(answerFile(operationName(record)))).find(
        (found) => found !== undefined && sha256(found) === answer.sha256,
      );
      return bytes && { bytes, mediaType: answer.mediaType };
    },
    writeRecord: (record) =>
      write(recordFile(operationName(record)), Buffer.from(JSON.stringify(record)), 'application/json'),
    writeAnswer: (name, bytes) => write(answerFile(name), bytes, 'application/octet-stream'),
  };
}
