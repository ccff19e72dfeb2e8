import { tmpdir } from 'node:os';
import { expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import { DirectoryArtifacts } from '../../src/artifacts/directory-artifacts.ts';
import { servedFilesContract } from '../contract/served-files.ts';
import { startApi } from '../support/api/api-service.ts';

servedFilesContract('DirectoryArtifacts');

class SilentArtifacts extends DirectoryArtifacts {
  override stat(): Promise<never> {
    return Promise.reject(new Error('ECONNREFUSED'));
  }
}

test('a file gets 503 with Retry-After while its store is unreachable', async () => {
  const api = await startApi({ artifacts: new SilentArtifacts(tmpdir()) });
  const answer = await fetch(`${api.url}/files/${uuidV7()}/image-1-0/ad-1.png`).finally(() => api.close());
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
});
