import { DirectoryArtifacts } from '../artifacts/directory-artifacts.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { CommandError } from '../commands/context.ts';
import { readProxySettings } from '../config/proxy-config.ts';
import type { StorageConfig } from '../config/storage-settings.ts';
import { messageOf } from '../files/error-code.ts';
import type { StageStorage } from '../launch/kubernetes/job-spec.ts';

/**
 * File mode of the folders on a mounted volume. The kubelet traverses these folders to mount the folder of a stage,
 * possibly as an unprivileged user.
 */
const volumeFolderMode = 0o711;

interface OpenedArtifacts {
  artifacts: ArtifactStore;
  stageStorage: StageStorage;
  close(): void;
}

/**
 * Opens the storage of job files. Checks it first, so that a wrong bucket, key or volume makes the start fail. Loads
 * the S3 client only if it is needed, because it is large.
 */
export async function openArtifacts(storage: StorageConfig, use: 'read' | 'write'): Promise<OpenedArtifacts> {
  if (storage.kind === 'volume') {
    const folder = new DirectoryArtifacts(storage.path, { folderMode: volumeFolderMode });
    await checked(folder.check(use));
    const { path, claimName } = storage;
    return { artifacts: folder, stageStorage: { access: 'mounts', path, claimName }, close: () => undefined };
  }
  const { S3Artifacts } = await import('../artifacts/s3-artifacts.ts');
  const { bucket, prefix, region, endpoint, forcePathStyle } = storage;
  const objects = new S3Artifacts({ bucket, prefix, region, endpoint, forcePathStyle, proxies: readProxySettings() });
  await checked(objects.check());
  return {
    artifacts: objects,
    stageStorage: { access: 'presigned-urls' },
    close: () => {
      objects.close();
    },
  };
}

async function checked(check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (error) {
    throw new CommandError(`Cannot use the file storage of jobs: ${messageOf(error)}`);
  }
}
