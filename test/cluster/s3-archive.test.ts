import { afterAll, beforeAll } from '@jest/globals';
import { ArtifactArchive } from '../../src/archive/artifact-archive.ts';
import { archiveContract } from '../contract/archive.ts';
import { S3Server } from '../support/stores/s3-server.ts';

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.close());

archiveContract('ArtifactArchive in a bucket', () => {
  const artifacts = server.artifacts();
  return Promise.resolve({
    archive: new ArtifactArchive(artifacts),
    spoil: (key, text) => artifacts.put(key, Buffer.from(text)),
    close: () => {
      artifacts.close();
      return Promise.resolve();
    },
  });
});
