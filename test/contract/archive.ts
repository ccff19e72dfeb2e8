import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { UnreadableRecord, type ArchivedJob, type Archive } from '../../src/archive/port.ts';
import type { DeliveryStatus } from '../../src/schema/adjob.ts';
import { buildArchivedJob, jobName } from '../support/build-job.ts';
import { collected } from '../support/collected.ts';

export interface ArchiveUnderTest {
  archive: Archive;
  /** Overwrites the stored record of a job without going through the archive. */
  spoil(jobId: string, text: string): Promise<void>;
  close(): Promise<void>;
}

const dayMs = 86_400_000;

/** Defines the tests that every `Archive` must pass. */
export function archiveContract(name: string, open: () => Promise<ArchiveUnderTest>): void {
  describe(`${name}: archive contract`, () => {
    let under: ArchiveUnderTest;
    let archive: Archive;
    beforeEach(async () => {
      under = await open();
      ({ archive } = under);
    });
    afterEach(() => under.close());

    const idsBefore = async (time: number): Promise<string[]> =>
      (await collected(archive.listExpired(new Date(time)))).sort();

    test.each<[string, Partial<ArchivedJob>]>([
      ['a job', {}],
      ['a job with a callback', { callbackUrl: 'https://a.example/', delivery: { state: 'gave_up', attempts: 10 } }],
      ['a job without an AdJob', { phase: 'FAILED', credits: { required: 5, charged: 0 } }],
      [
        'a body with control characters, a lone surrogate and emoji',
        { body: '{"a":"\\u0000\\ud800 \u2028 ä 😀 \\" \\\\"}' },
      ],
      ['a body of the maximum size', { body: JSON.stringify('\u0001'.repeat(65_536)) }],
    ])('an archive returns %s unchanged', async (_, change) => {
      const job = buildArchivedJob(change);
      await archive.put(job);
      expect(await archive.get(job.jobId)).toEqual(job);
    });

    test('an archive returns undefined for a job that was not archived', async () => {
      await archive.put(buildArchivedJob());
      expect(await archive.get(jobName.replace(/.$/, '0'))).toBeUndefined();
      expect(await archive.get(jobName.slice(0, -1))).toBeUndefined();
    });

    test('a later record of a job replaces the earlier one completely', async () => {
      await archive.put(buildArchivedJob({ callbackUrl: 'https://a.example/', delivery: { state: 'pending' } }));
      const last = buildArchivedJob({ body: '{}' });
      await archive.put(last);
      expect(await archive.get(jobName)).toEqual(last);
    });

    test('Archive.delete removes one record and is idempotent', async () => {
      const other = buildArchivedJob({ jobId: '01939d2c-0000-7cc3-9a5b-3d1f0c1e2a4b' });
      await archive.put(buildArchivedJob());
      await archive.put(other);
      await archive.delete(jobName);
      await archive.delete(jobName);
      expect(await archive.get(jobName)).toBeUndefined();
      expect(await archive.get(other.jobId)).toEqual(other);
    });

    const callbackUrl = 'https://a.example/';
    const waiting = buildArchivedJob({ callbackUrl, delivery: { state: 'pending' } });
    const delivered: DeliveryStatus = { state: 'delivered', attempts: 3 };

    test('get returns the latest state of an open delivery', async () => {
      await archive.put(waiting);
      const delivery: DeliveryStatus = { state: 'pending', attempts: 2, nextAttemptTime: '2026-01-01T00:00:00Z' };
      await archive.putDelivery(waiting, delivery);
      expect(await archive.get(jobName)).toEqual({ ...waiting, delivery });
    });

    test('an archive lists an open delivery until the delivery is final', async () => {
      const { namespace, account, jobId } = waiting;
      await archive.put(waiting);
      await archive.putDelivery(waiting, { state: 'pending' });
      expect(await collected(archive.listOpenDeliveries())).toEqual([{ namespace, account, jobId }]);
      await archive.putDelivery(waiting, delivered);
      expect(await collected(archive.listOpenDeliveries())).toEqual([]);
    });

    test('a late write cannot reopen or change a final delivery', async () => {
      await archive.put(waiting);
      await archive.putDelivery(waiting, delivered);
      await archive.put(waiting);
      await archive.putDelivery(waiting, { state: 'pending', attempts: 1 });
      await archive.putDelivery(waiting, { state: 'gave_up', attempts: 4 });
      expect((await archive.get(jobName))?.delivery).toEqual(delivered);
      expect(await collected(archive.listOpenDeliveries())).toEqual([]);
    });

    test('delete also deletes the delivery, and the open delivery can be dropped', async () => {
      await archive.put(waiting);
      await archive.putDelivery(waiting, delivered);
      await archive.delete(jobName);
      await archive.put(waiting);
      expect((await archive.get(jobName))?.delivery).toEqual({ state: 'pending' });
      await archive.putDelivery(waiting, { state: 'pending' });
      await archive.dropOpenDelivery(waiting);
      await archive.dropOpenDelivery(waiting);
      expect(await collected(archive.listOpenDeliveries())).toEqual([]);
    });

    test('Archive.listExpired returns the records written before the given time', async () => {
      expect(await idsBefore(Date.now() + dayMs)).toEqual([]);
      await archive.put(buildArchivedJob({ jobId: 'one' }));
      await archive.put(buildArchivedJob({ jobId: 'two' }));
      expect(await idsBefore(Date.now() + dayMs)).toEqual(['one', 'two']);
      expect(await idsBefore(Date.now() - dayMs)).toEqual([]);
    });

    test('listExpired does not take a delivery for a record', async () => {
      await archive.put(waiting);
      await archive.putDelivery(waiting, delivered);
      expect(await idsBefore(Date.now() + dayMs)).toEqual([jobName]);
    });

    test.each([
      ['truncated JSON', '{"jobId":'],
      ['nothing', ''],
      ['JSON of another shape', '{"jobId":"x"}'],
      ['the record of another job', JSON.stringify(buildArchivedJob({ jobId: 'another' }))],
      ['more bytes than the limit', JSON.stringify(buildArchivedJob({ body: 'x'.repeat(2_000_000) }))],
    ])('Archive.get throws for a stored record that contains %s', async (_, text) => {
      await under.spoil(jobName, text);
      await expect(archive.get(jobName)).rejects.toBeInstanceOf(UnreadableRecord);
    });

    test('the error names the file that is not a valid record', async () => {
      await under.spoil(jobName, 'garbage');
      await expect(archive.get(jobName)).rejects.toThrow(`archive/${jobName}.json is not a valid record`);
    });

    test.each(['', '.', '..', '../jobs/x', 'a/b', 'a b', `a\0`])('an archive refuses the job id %j', async (jobId) => {
      await expect(archive.get(jobId)).rejects.toThrow('Invalid job id');
      await expect(archive.delete(jobId)).rejects.toThrow('Invalid job id');
      await expect(archive.put(buildArchivedJob({ jobId }))).rejects.toThrow('Invalid job id');
    });
  });
}
