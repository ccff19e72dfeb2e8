import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { UnreadableRecord, type ArchivedJob, type Archive } from '../../src/archive/port.ts';
import type { DeliveryStatus } from '../../src/schema/adjob.ts';
import { buildArchivedJob, jobName } from '../support/pipeline/build-job.ts';
import { collected } from '../support/process/collected.ts';

export interface ArchiveUnderTest {
  archive: Archive;
  /** Overwrites a file of the archive directly in the artifact store. */
  spoil(key: string, text: string): Promise<void>;
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

    test('Archive.add writes a record once, and the first record stays', async () => {
      const first = buildArchivedJob();
      expect(await archive.add(first)).toBe(true);
      expect(await archive.add(buildArchivedJob({ body: '{}' }))).toBe(false);
      expect(await archive.get(jobName)).toEqual(first);
    });

    const callbackUrl = 'https://a.example/';
    const waiting = buildArchivedJob({ callbackUrl, delivery: { state: 'pending' } });
    const delivered: DeliveryStatus = { state: 'delivered', attempts: 3 };
    const { namespace, account, jobId } = waiting;
    const opened = () => collected(archive.listOpenDeliveries());

    test.each<[string, Partial<ArchivedJob>, DeliveryStatus | undefined]>([
      ['undefined for a job without a callback', {}, undefined],
      ['the state in the record of a closed callback', { callbackUrl, delivery: delivered }, delivered],
      ['pending for a callback that was not tried', { callbackUrl }, { state: 'pending' }],
    ])('Archive.delivery returns %s', async (_, change, want) => {
      const job = buildArchivedJob(change);
      await archive.put(job);
      expect(await archive.delivery(job)).toEqual(want);
    });

    test('Archive.delivery returns the latest state of an open delivery, and the record stays as it is', async () => {
      await archive.put(waiting);
      const delivery: DeliveryStatus = { state: 'pending', attempts: 2, nextAttemptTime: '2026-01-01T00:00:00Z' };
      await archive.putDelivery(waiting, delivery);
      expect(await archive.delivery(waiting)).toEqual(delivery);
      expect(await archive.get(jobName)).toEqual(waiting);
    });

    test('an archive lists an open delivery until the delivery is final', async () => {
      await archive.put(waiting);
      await archive.putDelivery(waiting, { state: 'pending' });
      expect(await opened()).toEqual([{ namespace, account, jobId }]);
      await archive.putDelivery(waiting, delivered);
      expect(await opened()).toEqual([]);
    });

    test('a late write cannot reopen or change a final delivery', async () => {
      await archive.put(waiting);
      await archive.putDelivery(waiting, delivered);
      await archive.put(waiting);
      await archive.putDelivery(waiting, { state: 'pending', attempts: 1 });
      await archive.putDelivery(waiting, { state: 'gave_up', attempts: 4 });
      await archive.openDelivery(waiting);
      expect(await archive.delivery(waiting)).toEqual(delivered);
      expect(await opened()).toEqual([]);
    });

    test('the final state of a callback is not stored if its job is erased', async () => {
      await archive.putDelivery(waiting, delivered);
      expect(await idsBefore(Date.now() + dayMs)).toEqual([]);
      await archive.put(waiting);
      expect(await archive.delivery(waiting)).toEqual({ state: 'pending' });
    });

    test('of several final states of a callback that are written at once, one is stored', async () => {
      await archive.put(waiting);
      const states: DeliveryStatus[] = [1, 2, 3, 4].map((attempts) => ({ state: 'gave_up', attempts }));
      await Promise.allSettled(states.map((state) => archive.putDelivery(waiting, state)));
      const first = await archive.delivery(waiting);
      expect(states).toContainEqual(first);
      await archive.putDelivery(waiting, delivered);
      expect(await archive.delivery(waiting)).toEqual(first);
    });

    test('`openDelivery` lists a delivery as open and keeps its state', async () => {
      await archive.put(waiting);
      await archive.openDelivery(waiting);
      expect(await opened()).toEqual([{ namespace, account, jobId }]);
      const delivery: DeliveryStatus = { state: 'pending', attempts: 2 };
      await archive.putDelivery(waiting, delivery);
      await archive.openDelivery(waiting);
      expect(await archive.delivery(waiting)).toEqual(delivery);
    });

    test.each<[string, Partial<ArchivedJob>]>([
      ['without a callback', {}],
      ['whose callback is closed', { callbackUrl, delivery: delivered }],
    ])('`openDelivery` does nothing for a job %s', async (_, change) => {
      await archive.openDelivery(buildArchivedJob(change));
      expect(await opened()).toEqual([]);
    });

    test('`Archive.delete` also deletes the final delivery, and the open delivery can be dropped', async () => {
      await archive.put(waiting);
      await archive.putDelivery(waiting, delivered);
      await archive.delete(jobName);
      await archive.put(waiting);
      expect(await archive.delivery(waiting)).toEqual({ state: 'pending' });
      await archive.putDelivery(waiting, { state: 'pending' });
      await archive.dropOpenDelivery(waiting);
      await archive.dropOpenDelivery(waiting);
      expect(await opened()).toEqual([]);
    });

    test('Archive.listExpired returns the records written before the given time', async () => {
      expect(await idsBefore(Date.now() + dayMs)).toEqual([]);
      await archive.put(buildArchivedJob({ jobId: 'one' }));
      await archive.put(buildArchivedJob({ jobId: 'two' }));
      expect(await idsBefore(Date.now() + dayMs)).toEqual(['one', 'two']);
      expect(await idsBefore(Date.now() - dayMs)).toEqual([]);
    });

    test('`listExpired` returns a job with a final delivery once', async () => {
      await archive.put(waiting);
      await archive.putDelivery(waiting, delivered);
      expect(await idsBefore(Date.now() + dayMs)).toEqual([jobName]);
    });

    test('`listExpired` returns a final delivery without a record, once it is as old as an expired record', async () => {
      await under.spoil(`archive/${jobName}.delivery.json`, '{"state":"delivered"}');
      expect(await idsBefore(Date.now() - dayMs)).toEqual([]);
      expect(await idsBefore(Date.now() + dayMs)).toEqual([jobName]);
      await archive.delete(jobName);
      expect(await idsBefore(Date.now() + dayMs)).toEqual([]);
    });

    test('the lists of an archive end when the signal aborts', async () => {
      for (const id of ['one', 'two', 'three']) {
        await archive.put({ ...waiting, jobId: id });
        await archive.openDelivery({ ...waiting, jobId: id });
      }
      const lists: ((signal: AbortSignal) => AsyncIterable<unknown>)[] = [
        (signal) => archive.listOpenDeliveries(signal),
        (signal) => archive.listExpired(new Date(Date.now() + dayMs), signal),
      ];
      for (const list of lists) {
        const stop = new AbortController();
        const seen: unknown[] = [];
        for await (const one of list(stop.signal)) {
          seen.push(one);
          stop.abort();
        }
        expect(seen).toHaveLength(1);
      }
    });

    test.each([
      ['truncated JSON', '{"jobId":'],
      ['nothing', ''],
      ['JSON of another shape', '{"jobId":"x"}'],
      ['the record of another job', JSON.stringify(buildArchivedJob({ jobId: 'another' }))],
      ['more bytes than the limit', JSON.stringify(buildArchivedJob({ body: 'x'.repeat(2_000_000) }))],
    ])('Archive.get throws for a stored record that contains %s', async (_, text) => {
      await under.spoil(`archive/${jobName}.json`, text);
      await expect(archive.get(jobName)).rejects.toBeInstanceOf(UnreadableRecord);
    });

    test('the error of an invalid archive record names its file', async () => {
      await under.spoil(`archive/${jobName}.json`, 'garbage');
      await expect(archive.get(jobName)).rejects.toThrow(`archive/${jobName}.json is not a valid record`);
    });

    test.each([
      ['open', `callbacks/default/acme/${jobName}.json`, '{"state":"pending"}'],
      ['final', `archive/${jobName}.delivery.json`, '{"state":"gave_up"}'],
    ])('Archive.delivery names an unreadable %s delivery, and Archive.get does not read it', async (_, key, advice) => {
      await archive.put(waiting);
      for (const text of ['{"state":', '', '{"state":"unheard-of"}', 'x'.repeat(2_000_000)]) {
        await under.spoil(key, text);
        const error: unknown = await archive.delivery(waiting).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(UnreadableRecord);
        expect(error).toMatchObject({ message: expect.stringContaining(`The file ${key} is not a valid callback`) });
        expect(error).toMatchObject({ message: expect.stringContaining(advice) });
      }
      expect(await archive.get(jobName)).toEqual(waiting);
      await under.spoil(key, advice);
      expect(await archive.delivery(waiting)).toEqual(JSON.parse(advice));
    });

    test.each(['', '.', '..', '../jobs/x', 'a/b', 'a b', `a\0`])('an archive refuses the job id %j', async (id) => {
      await expect(archive.get(id)).rejects.toThrow('Invalid job id');
      await expect(archive.delete(id)).rejects.toThrow('Invalid job id');
      await expect(archive.put(buildArchivedJob({ jobId: id }))).rejects.toThrow('Invalid job id');
    });
  });
}
