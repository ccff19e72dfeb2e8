import { expect, test } from '@jest/globals';
import { buildArchivedJob, jobName } from '../../test/support/build-job.ts';
import { collected } from '../../test/support/collected.ts';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { MemoryArtifacts } from '../../test/support/memory-artifacts.ts';
import { ArtifactArchive } from './artifact-archive.ts';

test('listExpired returns a record once its file is older than the given time', async () => {
  const clock = new FakeClock();
  const archive = new ArtifactArchive(new MemoryArtifacts(clock));
  await archive.put(buildArchivedJob());
  const writtenMs = clock.now().getTime();
  expect(await collected(archive.listExpired(new Date(writtenMs)))).toEqual([]);
  expect(await collected(archive.listExpired(new Date(writtenMs + 1)))).toEqual([jobName]);
});

test('listExpired ignores files that are not records', async () => {
  const artifacts = new MemoryArtifacts();
  for (const key of ['archive/readme.txt', 'archive/old/one.json', 'jobs/two.json']) {
    await artifacts.put(key, Buffer.from('{}'));
  }
  expect(await collected(new ArtifactArchive(artifacts).listExpired(new Date('9999-01-01')))).toEqual([]);
});

test('a record is a file that is named after its job', async () => {
  const artifacts = new MemoryArtifacts();
  const job = buildArchivedJob();
  await new ArtifactArchive(artifacts).put(job);
  expect([...artifacts.files.keys()]).toEqual([`archive/${jobName}.json`]);
  expect(JSON.parse(String(await artifacts.get(`archive/${jobName}.json`, 10_000)))).toEqual(job);
});
