import { DirectoryArtifacts } from '../artifacts/directory-artifacts.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { CommandError } from '../commands/context.ts';
import type { StorageConfig } from '../config/storage-config.ts';
import { messageOf } from '../files/error-code.ts';

/** The kubelet passes through a volume's folders to mount a stage's own, and may do so as nobody. */
const volumeFolderMode = 0o711;

interface FileHome {
  artifacts: ArtifactStore;
  /** Nobody asks for a file any more. */
  close(): void;
}

/**
 * Tried before it is used, so that a wrong bucket, key or volume is told at start. The client of an object store is
 * large: it is loaded only where one is used.
 */
export async function openArtifacts(storage: StorageConfig, use: 'read' | 'write'): Promise<FileHome> {
  if (storage.kind === 'volume') {
    const folder = new DirectoryArtifacts(storage.path, { folderMode: volumeFolderMode });
    await told(folder.check(use));
    return { artifacts: folder, close: () => undefined };
  }
  const { S3Artifacts } = await import('../artifacts/s3-artifacts.ts');
  const { bucket, prefix, region, endpoint, forcePathStyle } = storage;
  const objects = new S3Artifacts({ bucket, prefix, region, endpoint, forcePathStyle });
  await told(objects.check());
  return {
    artifacts: objects,
    close: () => {
      objects.close();
    },
  };
}

async function told(check: Promise<void>): Promise<void> {
  try {
    await check;
  } catch (error) {
    throw new CommandError(`Files of jobs cannot be kept: ${messageOf(error)}`);
  }
}
