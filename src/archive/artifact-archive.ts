import { FileTooLarge, type ArtifactStore } from '../artifacts/port.ts';
import { isSegment } from '../artifacts/artifact-key.ts';
import { parseJson } from '../domain/json-text.ts';
import { ArchivedJob } from '../schema/archived-job.ts';
import { DeliveryStatus } from '../schema/adjob.ts';
import { isCallbackClosed } from '../domain/retention.ts';
import { UnreadableRecord, type ArchivedJobKey, type Archive } from './port.ts';

const prefix = 'archive/';
const suffix = '.json';
const deliverySuffix = '.delivery.json';
/**
 * Folder of the pending callback deliveries. The file `callbacks/<namespace>/<account>/<job id>.json` contains the
 * state of one delivery, and is deleted once the callback is delivered or given up.
 */
const openPrefix = 'callbacks/';

/**
 * Maximum size in bytes of an archive record. The largest record contains a response of 64 KiB, and 20 excerpts of 1
 * KiB from answers to callbacks. Such a record is smaller than this limit, even if every character is escaped.
 */
const recordBytesMax = 1_048_576;

/**
 * Archive that stores the record of each finished job in the artifact store, as the file `archive/<job id>.json`. The
 * time of the last write to this file decides when the record expires.
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
    const text = await this.#read(keyOf(jobId), jobId);
    if (text === undefined) return undefined;
    const job = recordOf(jobId, text);
    if (isCallbackClosed(job.callbackUrl, job.delivery)) return job;
    const delivery =
      (await this.#delivery(deliveryKeyOf(jobId), jobId)) ?? (await this.#delivery(openKeyOf(job), jobId));
    return delivery === undefined ? job : { ...job, delivery };
  }

  async delete(jobId: string): Promise<void> {
    // The archive record is deleted last: without it, the delivery could not be found after a crash.
    await this.#artifacts.deleteFile(deliveryKeyOf(jobId));
    await this.#artifacts.deleteFile(keyOf(jobId));
  }

  async putDelivery(job: ArchivedJobKey, delivery: DeliveryStatus): Promise<void> {
    const finalKey = deliveryKeyOf(job.jobId);
    const bytes = Buffer.from(JSON.stringify(delivery));
    const isFinal = (await this.#artifacts.stat(finalKey)) !== undefined;
    if (!isFinal && delivery.state === 'pending') {
      await this.#artifacts.put(openKeyOf(job), bytes);
      return;
    }
    if (!isFinal) await this.#artifacts.put(finalKey, bytes);
    await this.dropOpenDelivery(job);
  }

  async *listOpenDeliveries(): AsyncGenerator<ArchivedJobKey, void, undefined> {
    for await (const { key } of this.#artifacts.walk(openPrefix)) {
      const [namespace, account, file, ...rest] = key.slice(openPrefix.length).split('/');
      if (namespace === undefined || account === undefined || file === undefined || rest.length > 0) continue;
      if (file.endsWith(suffix)) yield { namespace, account, jobId: file.slice(0, -suffix.length) };
    }
  }

  async dropOpenDelivery(job: ArchivedJobKey): Promise<void> {
    await this.#artifacts.deleteFile(openKeyOf(job));
  }

  async #delivery(key: string, jobId: string): Promise<DeliveryStatus | undefined> {
    const text = await this.#read(key, jobId);
    return text === undefined ? undefined : DeliveryStatus.parse(parseJson(text));
  }

  async #read(key: string, jobId: string): Promise<string | undefined> {
    const bytes = await this.#artifacts.get(key, recordBytesMax).catch((error: unknown) => {
      throw error instanceof FileTooLarge ? unreadable(jobId, error) : error;
    });
    return bytes?.toString();
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

function deliveryKeyOf(jobId: string): string {
  return keyOf(jobId).slice(0, -suffix.length) + deliverySuffix;
}

function openKeyOf({ namespace, account, jobId }: ArchivedJobKey): string {
  if (![namespace, account, jobId].every(isSegment)) throw new Error('Invalid job id.');
  return `${openPrefix}${namespace}/${account}/${jobId}${suffix}`;
}

/** Returns the job id of an artifact key, or undefined if the file is not an archive record. */
function jobIdOf(key: string): string | undefined {
  const name = key.slice(prefix.length);
  return name.endsWith(suffix) && !name.endsWith(deliverySuffix) && !name.includes('/')
    ? name.slice(0, -suffix.length)
    : undefined;
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
