import { expect, test } from '@jest/globals';
import { aroundCalls } from '../../test/support/faults/around-calls.ts';
import { buildArchivedJob, jobName } from '../../test/support/pipeline/build-job.ts';
import { collected } from '../../test/support/process/collected.ts';
import { FakeClock } from '../../test/support/time/fake-clock.ts';
import { MemoryArtifacts } from '../../test/support/stores/memory-artifacts.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { ArtifactArchive } from './artifact-archive.ts';

test('listExpired returns a record once its file is older than the given time', async () => {
  const clock = new FakeClock();
  const archive = new ArtifactArchive(new MemoryArtifacts(clock));
  await archive.put(buildArchivedJob());
  const writtenMs = clock.now().getTime();
  expect(await collected(archive.listExpired(new Date(writtenMs)))).toEqual([]);
  expect(await collected(archive.listExpired(new Date(writtenMs + 1)))).toEqual([jobName]);
});

test('the record of a type that this version does not know is read as it is', async () => {
  const archive = new ArtifactArchive(new MemoryArtifacts());
  const record = buildArchivedJob({ type: 'audio_ad' });
  await archive.put(record);
  expect(await archive.get(jobName)).toEqual(record);
});

test('the lists of an archive ignore files that the archive did not write', async () => {
  const artifacts = new MemoryArtifacts();
  const expired = ['archive/readme.txt', 'archive/old/one.json', 'jobs/two.json', 'archive/.delivery.json'];
  const open = ['callbacks/a.json', 'callbacks/default/acme/a.txt', 'callbacks/default/acme/.json'];
  for (const key of [...expired, ...open, 'callbacks/default/acme/a/b.json']) {
    await artifacts.put(key, Buffer.from('{}'));
  }
  const archive = new ArtifactArchive(artifacts);
  expect(await collected(archive.listExpired(new Date('9999-01-01')))).toEqual([]);
  expect(await collected(archive.listOpenDeliveries())).toEqual([]);
});

test('a final delivery that is written while the delivery is read is found', async () => {
  const artifacts = new MemoryArtifacts();
  const archive = new ArtifactArchive(artifacts);
  const job = buildArchivedJob({ callbackUrl: 'https://a.example/' });
  await archive.add(job);
  await archive.openDelivery(job);
  let reads = 0;
  const between = aroundCalls<ArtifactStore>(artifacts, async (name, run) => {
    if (name === 'get' && (reads += 1) === 2) await archive.putDelivery(job, { state: 'delivered' });
    return run();
  });
  expect(await new ArtifactArchive(between).delivery(job)).toEqual({ state: 'delivered' });
});

test('a record is a file that is named after its job', async () => {
  const artifacts = new MemoryArtifacts();
  const job = buildArchivedJob();
  await new ArtifactArchive(artifacts).put(job);
  expect([...artifacts.files.keys()]).toEqual([`archive/${jobName}.json`]);
  expect(JSON.parse(String(await artifacts.get(`archive/${jobName}.json`, 10_000)))).toEqual(job);
});
