import { z } from 'zod';
import { FileTooLarge, type ArtifactStore } from '../artifacts/port.ts';
import { isSegment } from '../artifacts/artifact-key.ts';
import { archivePrefixes } from '../domain/artifact-keys.ts';
import { parseJson } from '../domain/json-text.ts';
import { ArchivedJob } from '../schema/archived-job.ts';
import { DeliveryStatus } from '../schema/adjob.ts';
import { unsent } from '../domain/delivery.ts';
import { isCallbackClosed } from '../domain/retention.ts';
import { UnreadableRecord, type ArchivedJobKey, type Archive } from './port.ts';

const [prefix, openPrefix, runsPrefix] = archivePrefixes;
const Run = z.object({ jobId: z.string() });
const suffix = '.json';
const deliverySuffix = '.delivery.json';

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

  async add(job: ArchivedJob): Promise<boolean> {
    return this.#artifacts.putIfAbsent(keyOf(job.jobId), bytesOf(job));
  }

  async put(job: ArchivedJob): Promise<void> {
    await this.#artifacts.put(keyOf(job.jobId), bytesOf(job));
  }

  async get(jobId: string): Promise<ArchivedJob | undefined> {
    const key = keyOf(jobId);
    const value = await this.#read(key);
    if (value === undefined) return undefined;
    const { success, data } = ArchivedJob.safeParse(value.json);
    if (success && data.jobId === jobId) return data;
    throw unreadable(key);
  }

  async delivery(job: ArchivedJob): Promise<DeliveryStatus | undefined> {
    const { callbackUrl, delivery = unsent, jobId } = job;
    if (callbackUrl === undefined) return undefined;
    if (isCallbackClosed(callbackUrl, delivery)) return delivery;
    const final = (): Promise<DeliveryStatus | undefined> => this.#delivery(deliveryKeyOf(jobId));
    // Reads the final delivery a second time: another process may have written it and deleted the open delivery between
    // the first two reads.
    return (await final()) ?? (await this.#delivery(openKeyOf(job))) ?? (await final()) ?? delivery;
  }

  async delete(jobId: string): Promise<void> {
    // Deletes the record first: if the final delivery were deleted first and a crash followed, the remaining record
    // would show the callback as pending forever.
    await this.#artifacts.deleteFile(keyOf(jobId));
    await this.#artifacts.deleteFile(deliveryKeyOf(jobId));
  }

  async putDelivery(job: ArchivedJobKey, delivery: DeliveryStatus): Promise<void> {
    if (delivery.state === 'pending' && !(await this.#isFinal(job))) {
      await this.#artifacts.put(openKeyOf(job), bytesOf(delivery));
      return;
    }
    if (delivery.state !== 'pending') await this.#putFinal(job.jobId, bytesOf(delivery));
    await this.dropOpenDelivery(job);
  }

  async openDelivery(job: ArchivedJob): Promise<void> {
    const { callbackUrl, delivery = unsent } = job;
    if (isCallbackClosed(callbackUrl, delivery) || (await this.#isFinal(job))) return;
    await this.#artifacts.putIfAbsent(openKeyOf(job), bytesOf(delivery));
  }

  async *listOpenDeliveries(signal?: AbortSignal): AsyncGenerator<ArchivedJobKey, void, undefined> {
    for await (const { key } of this.#artifacts.walk(openPrefix)) {
      if (signal?.aborted === true) return;
      const [namespace, account, file, ...rest] = key.slice(openPrefix.length).split('/');
      if (namespace === undefined || account === undefined || file === undefined || rest.length > 0) continue;
      const jobId = file.slice(0, -suffix.length);
      if (file.endsWith(suffix) && isSegment(jobId)) yield { namespace, account, jobId };
    }
  }

  async dropOpenDelivery(job: ArchivedJobKey): Promise<void> {
    await this.#artifacts.deleteFile(openKeyOf(job));
  }

  async putRun(runHash: string, jobId: string): Promise<void> {
    await this.#artifacts.put(runKeyOf(runHash), Buffer.from(JSON.stringify({ jobId })));
  }

  async run(runHash: string): Promise<string | undefined> {
    const { success, data } = Run.safeParse((await this.#read(runKeyOf(runHash)))?.json);
    return success ? data.jobId : undefined;
  }

  async deleteRuns(before: Date, signal?: AbortSignal): Promise<void> {
    for await (const { key, lastModified } of this.#artifacts.walk(runsPrefix)) {
      if (signal?.aborted === true) return;
      if (lastModified < before) await this.#artifacts.deleteFile(key);
    }
  }

  async *listExpired(before: Date, signal?: AbortSignal): AsyncGenerator<string, void, undefined> {
    for await (const { key, lastModified } of this.#artifacts.walk(prefix)) {
      if (signal?.aborted === true) return;
      const file = lastModified < before ? fileOf(key) : undefined;
      if (file?.kind === 'record' || (file?.kind === 'delivery' && !(await this.#has(keyOf(file.jobId))))) {
        yield file.jobId;
      }
    }
  }

  async #putFinal(jobId: string, bytes: Buffer): Promise<void> {
    await this.#artifacts.putIfAbsent(deliveryKeyOf(jobId), bytes);
    // If the job was erased during this write, deletes the delivery again, so that nothing of the job is left.
    if (!(await this.#has(keyOf(jobId)))) await this.#artifacts.deleteFile(deliveryKeyOf(jobId));
  }

  async #isFinal({ jobId }: ArchivedJobKey): Promise<boolean> {
    return this.#has(deliveryKeyOf(jobId));
  }

  async #has(key: string): Promise<boolean> {
    return (await this.#artifacts.stat(key)) !== undefined;
  }

  async #delivery(key: string): Promise<DeliveryStatus | undefined> {
    const value = await this.#read(key);
    if (value === undefined) return undefined;
    const { success, data } = DeliveryStatus.safeParse(value.json);
    if (success) return data;
    throw unreadable(key);
  }

  async #read(key: string): Promise<{ json: unknown } | undefined> {
    const bytes = await this.#artifacts.get(key, recordBytesMax).catch((error: unknown) => {
      throw error instanceof FileTooLarge ? unreadable(key, error) : error;
    });
    return bytes && { json: parseJson(bytes.toString()) };
  }
}

function bytesOf(content: ArchivedJob | DeliveryStatus): Buffer {
  return Buffer.from(JSON.stringify(content));
}

/**
 * Returns the key of a job's archive record in the artifact store. Throws for a job id that is not a valid file name,
 * so that a request cannot read a file of another folder.
 */
function keyOf(jobId: string): string {
  if (!isSegment(jobId)) throw new Error('Invalid job id.');
  return `${prefix}${jobId}${suffix}`;
}

function runKeyOf(runHash: string): string {
  return `${runsPrefix}${runHash}${suffix}`;
}

function deliveryKeyOf(jobId: string): string {
  return keyOf(jobId).slice(0, -suffix.length) + deliverySuffix;
}

function openKeyOf({ namespace, account, jobId }: ArchivedJobKey): string {
  if (![namespace, account, jobId].every(isSegment)) throw new Error('Invalid job id.');
  return `${openPrefix}${namespace}/${account}/${jobId}${suffix}`;
}

/**
 * Returns the kind of a file in the archive and the id of its job; undefined for a file that the archive did not write.
 */
function fileOf(key: string): { kind: 'record' | 'delivery'; jobId: string } | undefined {
  const name = key.slice(prefix.length);
  const [kind, ending] = name.endsWith(deliverySuffix)
    ? (['delivery', deliverySuffix] as const)
    : (['record', suffix] as const);
  const jobId = name.slice(0, -ending.length);
  return name.endsWith(ending) && isSegment(jobId) ? { kind, jobId } : undefined;
}

function unreadable(key: string, cause?: unknown): UnreadableRecord {
  const { what, remedy } = wanted(key);
  const message = `The file ${key} is not a valid ${what}. ${remedy}, or restore the file from a backup.`;
  return new UnreadableRecord(message, { cause });
}

/** Returns what the file with this key should contain, and what an operator can do with an invalid file. */
function wanted(key: string): { what: string; remedy: string } {
  if (key.startsWith(openPrefix)) {
    return { what: 'callback delivery', remedy: 'Write {"state":"pending"} into it to send the callback again' };
  }
  if (key.endsWith(deliverySuffix)) return { what: 'callback delivery', remedy: 'Write {"state":"gave_up"} into it' };
  return { what: 'record of the job', remedy: 'Delete it' };
}
