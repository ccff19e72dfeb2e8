import { join } from 'node:path';
import { ArtifactArchive } from '../../src/archive/artifact-archive.ts';
import { DirectoryArtifacts } from '../../src/artifacts/directory-artifacts.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { archiveContract } from './archive.ts';

archiveContract('ArtifactArchive in a directory', () => {
  const folder = temporaryFolder();
  const artifacts = new DirectoryArtifacts(join(folder.path, 'artifacts'));
  return Promise.resolve({
    archive: new ArtifactArchive(artifacts),
    spoil: (key, text) => artifacts.put(key, Buffer.from(text)),
    close: () => {
      folder.remove();
      return Promise.resolve();
    },
  });
});
