import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkFiles } from '../../src/checks/files.ts';
import type { Finding } from '../../src/checks/finding.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { S3Server } from '../support/stores/s3-server.ts';
import { FakeClock } from '../support/time/fake-clock.ts';

const failures = (findings: readonly Finding[]): string[] =>
  findings.filter(({ verdict }) => verdict !== 'ok').map(({ verdict, sentence }) => `${verdict}: ${sentence}`);

let server: S3Server;
beforeAll(async () => {
  server = await S3Server.start();
});
afterAll(() => server.close());

test('files of a bucket are written, read through a presigned URL and deleted', async () => {
  const files = server.artifacts();
  expect(failures(await checkFiles(files, { clock: systemClock, fetch }))).toEqual([]);
  expect(await files.list('checks/')).toEqual([]);
  files.close();
});

test('the check of files fails if the clock of the store is wrong', async () => {
  const files = server.artifacts();
  const clock = new FakeClock();
  clock.now = () => new Date(Date.now() + 600_000);
  const [found] = failures(await checkFiles(files, { clock, fetch }));
  expect(found).toMatch(/^failed: The clocks of the store and of this machine differ by (599|600|601) s\. Synchronize/);
  files.close();
});

test('the check of files fails in a bucket that does not exist, with what to do', async () => {
  const files = server.artifacts({ bucket: 'missing' });
  const [found] = failures(await checkFiles(files, { clock: systemClock, fetch }));
  expect(found).toMatch(/^failed: No file can be written: .*missing.*Allow list, get, put and delete/);
  files.close();
});
