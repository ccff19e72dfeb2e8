import { DirectoryArtifacts } from '../artifacts/directory-artifacts.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { StorageConfig } from '../config/storage-config.ts';

/** The client of an object store is large: it is loaded only where one is used. */
export async function openArtifacts(storage: StorageConfig): Promise<ArtifactStore> {
  if (storage.kind === 'volume') return new DirectoryArtifacts(storage.path);
  const { S3Artifacts } = await import('../artifacts/s3-artifacts.ts');
  const { bucket, prefix, region, endpoint, forcePathStyle } = storage;
  return new S3Artifacts({ bucket, prefix, region, endpoint, forcePathStyle });
}
