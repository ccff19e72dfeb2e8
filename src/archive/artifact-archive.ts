import { FileTooLarge, type ArtifactStore } from '../artifacts/port.ts';
import { isSegment } from '../artifacts/artifact-key.ts';
import { parseJson } from '../domain/json-text.ts';
import { ArchivedJob } from '../schema/archived-job.ts';
import { UnreadableRecord, type Archive } from './port.ts';

const prefix = 'archive/';
const suffix = '.json';

/**
 * Maximum size of an archive record in bytes. The largest record (a response of 64 KiB and 20 excerpts of 1 KiB from
 * answers to callbacks) is smaller, even with every character escaped.
 */
const recordBytesMax = 1_048_576;

/**
 * Archive that stores the record of each finished job in the artifact store, as the file `archive/<job id>.json`. A
 * record is as old as its file.
 */
export class ArtifactArchive implements Archive {
  readonly #artifacts: ArtifactStore;

  constructor(artifacts: ArtifactStore) {
    this.#artifacts = artifacts;
  }

  async put(job: ArchivedJob): Promise<void> {
    await this.#artifacts.put(keyOf(job.jobId), Buffer.from(JSON.stringify(job)));
  }

  async get(jobId: string): Promise<ArchivedJob | undefined> {
    const key = keyOf(jobId);
    const bytes = await this.#artifacts.get(key, recordBytesMax).catch((error: unknown) => {
      throw error instanceof FileTooLarge ? unreadable(jobId, error) : error;
    });
    return bytes && recordOf(jobId, bytes.toString());
  }

  async delete(jobId: string): Promise<void> {
    await this.#artifacts.deleteFile(keyOf(jobId));
  }

  async *listExpired(before: Date): AsyncGenerator<string, void, undefined> {
    for await (const { key, lastModified } of this.#artifacts.walk(prefix)) {
      const jobId = jobIdOf(key);
      if (jobId !== undefined && lastModified < before) yield jobId;
    }
  }
}

/**
 * Returns the key of a job's archive record in the artifact store. Throws for a job id that is not a valid file name,
 * so that a request cannot read a file of another folder.
 */
function keyOf(jobId: string): string {
  if (!isSegment(jobId)) throw new Error('Invalid job id.');
  return `${prefix}${jobId}${suffix}`;
}

function jobIdOf(key: string): string | undefined {
  const name = key.slice(prefix.length);
  return name.endsWith(suffix) && !name.includes('/') ? name.slice(0, -suffix.length) : undefined;
}

function recordOf(jobId: string, text: string): ArchivedJob {
  const { success, data } = ArchivedJob.safeParse(parseJson(text));
  if (success && data.jobId === jobId) return data;
  throw unreadable(jobId);
}

function unreadable(jobId: string, cause?: unknown): UnreadableRecord {
  const message = `The file ${keyOf(jobId)} is not a valid record of the job. Delete it, or restore it from a backup.`;
  return new UnreadableRecord(message, { cause });
}
