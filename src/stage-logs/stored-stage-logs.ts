import { Readable } from 'node:stream';
import type { ArtifactStore } from '../artifacts/port.ts';
import { attemptLogKey } from '../domain/artifact-keys.ts';
import type { LoggedAttempt, StageLogs } from './port.ts';

/** Largest log of an attempt that is stored, in bytes. */
export const logBytesMax = 256 * 1024;

/** Reads the logs that were stored with the files of a job at the end of each attempt. */
export class StoredStageLogs implements StageLogs {
  readonly #artifacts: Pick<ArtifactStore, 'get'>;

  constructor(artifacts: Pick<ArtifactStore, 'get'>) {
    this.#artifacts = artifacts;
  }

  async read({ jobId, stage, attempt }: LoggedAttempt): Promise<AsyncIterable<string> | undefined> {
    const bytes = await this.#artifacts.get(attemptLogKey(jobId, stage, attempt), 2 * logBytesMax);
    return bytes && linesOf(bytes.toString('utf8'));
  }
}

function linesOf(text: string): AsyncIterable<string> {
  return Readable.from(text.split('\n').filter((line) => line !== ''));
}
