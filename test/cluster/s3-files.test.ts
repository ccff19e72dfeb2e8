import { afterAll, beforeAll } from '@jest/globals';
import { servedFilesContract } from '../contract/served-files.ts';
import { S3Server } from '../support/stores/s3-server.ts';

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.close());

servedFilesContract('S3Artifacts', () => Promise.resolve(server.artifacts()));
