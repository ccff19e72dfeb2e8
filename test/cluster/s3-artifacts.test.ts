import { afterAll, beforeAll } from '@jest/globals';
import type { FileAccess } from '../../src/stages/contract.ts';
import { artifactStoreContract } from '../contract/artifact-store.ts';
import { S3Server } from '../support/s3-server.ts';

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.close());

artifactStoreContract('S3Artifacts', () => {
  const store = server.artifacts();
  return Promise.resolve({
    store,
    readByAccess: async (access) => Buffer.from(await (await fetch(urlOf(access))).arrayBuffer()),
    writeByAccess: async (access, bytes) => {
      const answer = await fetch(urlOf(access), { method: 'PUT', body: new Uint8Array(bytes) });
      if (!answer.ok) throw new Error(`The store answered with status ${answer.status}.`);
    },
    close: () => {
      store.close();
      return Promise.resolve();
    },
  });
});

function urlOf(access: FileAccess): string {
  if (access.kind !== 'url') throw new Error('There is no such URL.');
  return access.url;
}
