import { randomUUID } from 'node:crypto';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Clock } from '../clock/port.ts';
import { failed, ok, reasonOf, warning, type Finding } from './finding.ts';

/** Part of the store that the checks use. */
export type CheckedFiles = Pick<ArtifactStore, 'putIfAbsent' | 'get' | 'access' | 'deleteFile'>;

interface FilesCheckOptions {
  clock: Clock;
  /** Sends requests to presigned URLs. */
  fetch: typeof fetch;
}

/** Folder of the probe. It is not that of a job, so no controller touches it. */
const folder = 'checks';
const bytesMax = 1_000;
const urlSeconds = 300;
/** S3 servers refuse a signature whose time differs by more than 15 minutes. */
const skewSecondsMax = 300;

/** Writes, reads and deletes a small file, through a presigned URL too if the store has URLs. */
export async function checkFiles(files: CheckedFiles, options: FilesCheckOptions): Promise<Finding[]> {
  const key = `${folder}/${randomUUID()}`;
  const text = `adwright check ${key}`;
  try {
    await files.putIfAbsent(key, Buffer.from(text));
  } catch (error) {
    return [failed(`No file can be written: ${reasonOf(error)}. Allow list, get, put and delete for its credentials.`)];
  }
  const findings = [await reading(files, key, text)];
  try {
    findings.push(...(await throughUrl(files, key, options)));
  } catch (error) {
    findings.push(failed(`A presigned URL cannot be used: ${reasonOf(error)}. Stages need one for each file.`));
  }
  return [...findings, await deletion(files, key)];
}

async function reading(files: CheckedFiles, key: string, text: string): Promise<Finding> {
  try {
    const read = await files.get(key, bytesMax);
    if (read?.toString() === text) return ok('A file was written and read.');
    return failed('A file that was written was not found, or had other bytes. Use a store that is consistent.');
  } catch (error) {
    return failed(`A file that was written cannot be read: ${reasonOf(error)}. Allow get for the credentials.`);
  }
}

async function deletion(files: CheckedFiles, key: string): Promise<Finding> {
  try {
    await files.deleteFile(key);
    return ok('The file was deleted.');
  } catch (error) {
    return failed(`The file ${key} cannot be deleted: ${reasonOf(error)}. Allow delete for the credentials.`);
  }
}

/** Returns findings about presigned URLs and the clock of the store. A volume has no URLs, and gets no findings. */
async function throughUrl(files: CheckedFiles, key: string, options: FilesCheckOptions): Promise<Finding[]> {
  const access = await files.access(key, 'read', urlSeconds);
  if (access.kind !== 'url') return [];
  const answer = await options.fetch(access.url, { signal: AbortSignal.timeout(10_000) });
  const dateMs = Date.parse(answer.headers.get('date') ?? '');
  await answer.arrayBuffer();
  const url = answer.ok
    ? ok('A presigned URL gives access to the file.')
    : failed(
        `A presigned URL got the status ${answer.status}. Check the region, the endpoint and forcePathStyle of the bucket.`,
      );
  return [url, ...skew(options.clock.now().getTime(), dateMs)];
}

function skew(nowMs: number, storeMs: number): Finding[] {
  if (Number.isNaN(storeMs)) return [];
  const seconds = Math.round(Math.abs(nowMs - storeMs) / 1_000);
  const differ = `The clocks of the store and of this machine differ by ${seconds} s`;
  if (seconds <= 2) return [ok('The clocks of the store and of this machine agree.')];
  if (seconds <= skewSecondsMax) return [warning(`${differ}. Synchronize them; the store accepts at most 900 s.`)];
  return [failed(`${differ}. Synchronize them, or the store will refuse signatures.`)];
}
