import type { ArtifactInfo, ArtifactStore } from '../../artifacts/port.ts';
import { jobPrefix } from '../../domain/artifact-keys.ts';
import { redrawStageName } from '../../domain/redraw.ts';
import { unavailable } from '../../objects/store-error.ts';
import { resultFile } from '../../schema/stage-contract.ts';

/** A file of a job, in the folder of the attempt that wrote it. */
export interface StoredFile {
  /** Path in the folder of the attempt, such as `ad-1.png` or `operations/image-1.json`. */
  name: string;
  key: string;
  bytes: number;
  stage: string;
  attempt: number;
}

const attemptFolderName = /^(?<stage>[a-z0-9-]+)-(?<attempt>\d+)-[0-9a-f]{32}$/;

/**
 * Lists all files that the attempts of a job have written, without those of redraws. Throws `StoreError('Unavailable')`
 * if the artifact store cannot be read.
 */
export async function attemptFiles(jobId: string, artifacts: Pick<ArtifactStore, 'list'>): Promise<StoredFile[]> {
  const infos = await artifacts.list(jobPrefix(jobId)).catch((error: unknown) => {
    throw unavailable('the artifact store', error);
  });
  return infos.flatMap((info) => storedFile(jobId, info));
}

/**
 * Lists the files of the ad that the attempts of a job have written, without those in folders of their own. Of several
 * files with one name, only that of the attempt that has succeeded is listed, or else that of the last attempt.
 */
export async function storedFiles(jobId: string, artifacts: Pick<ArtifactStore, 'list'>): Promise<StoredFile[]> {
  return newestFiles(await attemptFiles(jobId, artifacts));
}

/** Returns the files that `storedFiles` lists, of all files of the attempts. */
export function newestFiles(files: readonly StoredFile[]): StoredFile[] {
  const all = files.filter(({ name }) => !name.includes('/'));
  const done = new Set(all.filter(({ name }) => name === resultFile).map(folderOf));
  const rank = (file: StoredFile): number => file.attempt + (done.has(folderOf(file)) ? 1_000_000 : 0);
  const named = Map.groupBy(all, ({ stage, name }) => `${stage}/${name}`);
  return [...named.values()].flatMap((same) => same.toSorted((a, b) => rank(b) - rank(a)).slice(0, 1));
}

/** Returns the file with this name, of the stage that ran last. */
export function fileNamed(files: readonly StoredFile[], name: string): StoredFile | undefined {
  return files.findLast((file) => file.name === name);
}

function storedFile(jobId: string, { key, bytes }: ArtifactInfo): StoredFile[] {
  const [folder = '', ...path] = key.slice(jobPrefix(jobId).length).split('/');
  const { stage, attempt } = attemptFolderName.exec(folder)?.groups ?? {};
  const name = path.join('/');
  if (stage === undefined || stage === redrawStageName || name === '') return [];
  return [{ name, key, bytes, stage, attempt: Number(attempt) }];
}

function folderOf({ key }: StoredFile): string {
  return key.slice(0, key.lastIndexOf('/'));
}
