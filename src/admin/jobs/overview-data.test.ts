import { describe, expect, test } from '@jest/globals';
import { firstJobMs, numberedJob, rowOf } from '../../../test/support/admin/rows.ts';
import type { Actor } from '../../operations/actor.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { AdJobSpec, AdJobStatus } from '../../schema/adjob.ts';
import type { ApiKey } from '../../schema/apikey.ts';
import type { JobRow } from './job-row.ts';
import { NewestFiles, offerFile } from './newest-files.ts';
import { comparePlaces } from './ordered-rows.ts';
import { keysAtLimit, overviewOf } from './overview-data.ts';

const admin: Actor = { kind: 'role', role: 'admin' };
const owner: Actor = { kind: 'owner', accounts: [{ namespace: 'default', name: 'other' }] };
/** 12:30 on the day of the first job. */
const now = new Date(firstJobMs + 1_800_000);
const at = (minutesAgo: number): string => new Date(now.getTime() - minutesAgo * 60_000).toISOString();
const admitted = [
  { type: 'Admitted', status: 'True' as const, reason: 'Admitted', message: '', lastTransitionTime: at(0) },
];

const ended = (minutesAgo: number, more: AdJobStatus = {}): AdJobStatus => ({
  ...{ phase: 'SUCCESS', completionTime: at(minutesAgo), credits: { required: 5, charged: 5 } },
  ...more,
});

function figures(
  jobs: readonly { spec?: Partial<AdJobSpec>; status?: AdJobStatus }[],
  accounts: AdAccount[] = [],
  actor = admin,
) {
  const rows = jobs.map((job, number) => rowOf({ number, ...job })).sort(comparePlaces);
  const known = {
    get: ({ name }: { name: string }) => accounts.find(({ metadata }) => metadata.name === name),
    values: () => accounts,
  };
  return overviewOf({ table: { rows: () => rows, files: new NewestFiles() }, accounts: known }, actor, now);
}

function account(name: string, credits: { granted: number; available: number }, active = true): AdAccount {
  const { metadata, apiVersion } = numberedJob();
  const spent = credits.granted - credits.available;
  return {
    ...{ apiVersion, kind: 'AdAccount', metadata: { ...metadata, name } },
    spec: { active, creditGrants: [], weight: 1, maxRunningJobs: 1 },
    status: { credits: { ...credits, reserved: 0, spent } },
  };
}

describe('overviewOf', () => {
  test('counts waiting and running jobs, and failures of the last hour by code', () => {
    const stages = (state: 'Running' | 'Pending') => [{ name: 'image', state, attempt: 0 }];
    const failed = (minutesAgo: number, code: string) => ({
      status: ended(minutesAgo, { phase: 'FAILED', error: `No. [${code}]` }),
    });
    const { waiting, running, failures, overdueCallbacks, failedCallbacks } = figures(
      [
        { status: { conditions: admitted, stages: stages('Running') } },
        { status: { conditions: admitted, stages: stages('Pending') } },
        { spec: { accountRef: { name: 'other' } }, status: { conditions: admitted, stages: stages('Pending') } },
        {},
        failed(5, 'internal'),
        failed(59, 'internal'),
        failed(61, 'internal'),
        failed(5, 'quality_gate'),
        { spec: { callbackUrl: 'https://a.example/' }, status: ended(10) },
        { spec: { callbackUrl: 'https://a.example/' }, status: ended(1) },
        { spec: { callbackUrl: 'https://a.example/' }, status: ended(10, { delivery: { state: 'delivered' } }) },
        { spec: { callbackUrl: 'https://a.example/' }, status: ended(10, { delivery: { state: 'gave_up' } }) },
        { spec: { callbackUrl: 'https://a.example/' }, status: ended(10, { delivery: { state: 'gone' } }) },
        { spec: { callbackUrl: 'https://a.example/' }, status: ended(25 * 60, { delivery: { state: 'gave_up' } }) },
      ],
      [account('acme', { granted: 10, available: 10 })],
    );
    expect(Object.fromEntries(waiting)).toEqual({ account_slot: 1, installation_slot: 1, admission: 1, callback: 2 });
    expect([running, overdueCallbacks, failedCallbacks]).toEqual([1, 1, 2]);
    expect([...failures].map(([code, { count }]) => [code, count])).toEqual([
      ['internal', 2],
      ['quality_gate', 1],
    ]);
  });

  test('has the jobs and durations of each hour of the last day', () => {
    const day = 24 * 60;
    const done = [1, 2, 3, 60, day - 31, day].map((minutesAgo) => ({ status: ended(minutesAgo) }));
    const { lastDay } = figures([...done, { status: ended(3, { phase: 'FAILED' }) }]);
    expect(lastDay).toHaveLength(24);
    expect(lastDay.at(-1)).toMatchObject({ startSeconds: firstJobMs / 1_000, succeeded: 3, failed: 1 });
    expect(lastDay.at(-1)).toMatchObject({ p50: 1_679, p95: 1_740 });
    expect(lastDay.at(-2)).toMatchObject({ succeeded: 1, failed: 0 });
    expect(lastDay[0]).toMatchObject({ succeeded: 1 });
    expect(lastDay[5]).toMatchObject({ succeeded: 0, p50: undefined });
  });

  test('names active accounts with less than a tenth of their credits, or less than the last day has cost', () => {
    const spent = Array.from({ length: 5 }, () => ({ status: ended(60) }));
    const { lowAccounts } = figures(
      [...spent, { status: ended(25 * 60) }],
      [
        account('acme', { granted: 100, available: 24 }),
        account('few', { granted: 100, available: 9 }),
        account('tenth', { granted: 100, available: 10 }),
        account('closed', { granted: 100, available: 0 }, false),
        account('new', { granted: 0, available: 0 }),
      ],
    );
    expect(lowAccounts.map(({ name, spentLastDay }) => [name, spentLastDay])).toEqual([
      ['few', 0],
      ['acme', 25],
    ]);
  });

  test('an owner gets the figures of own accounts alone', () => {
    const ofOther = { spec: { accountRef: { name: 'other' } } };
    const low = ['acme', 'other'].map((name) => account(name, { granted: 100, available: 1 }));
    const { waiting, lowAccounts } = figures([{}, {}, ofOther], low, owner);
    expect([Object.fromEntries(waiting), lowAccounts.map(({ name }) => name)]).toEqual([{ admission: 1 }, ['other']]);
  });

  test('takes less than 50 ms of CPU time for 100,000 jobs', () => {
    const some = Array.from({ length: 200 }, (_, number) => rowOf({ number, status: ended(number * 10) }));
    const rows: JobRow[] = Array.from({ length: 500 }, () => some).flat();
    const sources = {
      table: { rows: () => rows, files: new NewestFiles() },
      accounts: { get: () => undefined, values: () => [] },
    };
    const times = Array.from({ length: 7 }, () => {
      const begin = process.threadCpuUsage();
      overviewOf(sources, admin, now);
      return process.threadCpuUsage(begin).user / 1_000;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });
});

describe('keysAtLimit', () => {
  const { metadata, apiVersion } = numberedJob();
  const key = (name: string, accountName: string, limits = {}, revoked = false): ApiKey => ({
    ...{ apiVersion, kind: 'ApiKey', metadata: { ...metadata, name } },
    spec: { accountRef: { name: accountName }, secretHash: '', revoked, limits },
  });
  const keys = [
    key('a', 'acme', { imageCreatesPerMinute: 3 }),
    key('b', 'other'),
    key('c', 'acme', { imageCreatesPerMinute: 3 }, true),
  ];

  test.each<[string, Actor, string[]]>([
    ['an admin', admin, ['a image-create 3/3', 'b job-read 9/7']],
    ['an owner', owner, ['b job-read 9/7']],
  ])('asks once and returns the keys at a limit that %s may see', async (_, actor, wanted) => {
    let calls = 0;
    const used: Record<string, number> = { 'a image-create': 3, 'a job-read': 6, 'b job-read': 9, 'c image-create': 3 };
    const found = await keysAtLimit(
      {
        keys: { values: () => keys },
        windowDefaults: { jobReadsPerMinute: 7 },
        rateLimiter: {
          used: (counted) => {
            calls += 1;
            return Promise.resolve(counted.map((one) => used[`${one.key.name} ${one.window}`] ?? 0));
          },
        },
      },
      actor,
    );
    expect(found.map(({ name, window, used: count, limit }) => `${name} ${window} ${count}/${limit}`)).toEqual(wanted);
    expect(calls).toBe(1);
  });
});

describe('the newest pictures', () => {
  const folder = 'image-1-0123456789abcdef0123456789abcdef';
  const finished = (number: number, response: AdJobStatus['response'], accountName = 'acme') =>
    numberedJob({ number, spec: { accountRef: { name: accountName } }, status: ended(100 - number, { response }) });
  const offered = (jobs: ReturnType<typeof finished>[]): NewestFiles => {
    const files = new NewestFiles();
    for (const job of jobs) offerFile(files, rowOf({ ...numberOf(job) }), job);
    return files;
  };
  const numberOf = (job: ReturnType<typeof finished>) => ({
    metadata: job.metadata,
    spec: job.spec,
    status: job.status ?? {},
  });
  const url = (number: number, file: string): string => `https://ads.example/files/job-${number}/${folder}/${file}`;

  test('are the first picture of a job, or a frame of its film, newest first, some of each account', () => {
    const images = (number: number) => ({
      images: [{ url: url(number, 'ad-1.png') }, { url: url(number, 'ad-2.png') }],
    });
    const film = { video: { url: url(20, 'film.mp4'), thumbnail_url: url(20, 'frame.jpg') } };
    const jobs = Array.from({ length: 15 }, (_, number) => finished(number, images(number)));
    const files = offered([finished(1, images(1), 'other'), ...jobs, finished(20, film)]);
    const newest = files.newest(20, () => true);
    expect(newest).toHaveLength(13);
    expect(newest[0]).toMatchObject({ folder, file: 'frame.jpg' });
    expect(newest[1]).toMatchObject({ folder, file: 'ad-1.png' });
    expect(files.newest(20, (accountKey) => accountKey === 'default/other')).toHaveLength(1);
  });

  test.each<[string, AdJobStatus['response']]>([
    ['no response', null],
    ['an empty list', { images: [] }],
    ['a file without an address', { images: [{}] }],
    ['an address without a folder', { images: [{ url: 'x' }] }],
  ])('leave out a job with %s', (_, response) => {
    expect(offered([finished(1, response)]).newest(5, () => true)).toEqual([]);
  });
});
