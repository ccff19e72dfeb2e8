import { beforeEach, expect, test } from '@jest/globals';
import { aroundCalls } from '../../test/support/faults/around-calls.ts';
import { auditRow, auditRows } from '../../test/support/admin/audit-rows.ts';
import { collected } from '../../test/support/process/collected.ts';
import { loggerInto, type LogLine } from '../../test/support/process/log-lines.ts';
import { MemoryArtifacts } from '../../test/support/stores/memory-artifacts.ts';
import { ArtifactAuditLog, type ArtifactAuditLogOptions } from './artifact-audit-log.ts';
import { AuditLogUnavailable } from './port.ts';

const newest = { limit: 100, cursor: undefined };

let artifacts: MemoryArtifacts;
let lines: LogLine[];
let calls: string[];
let [readsNow, readsMost] = [0, 0];
beforeEach(() => {
  [artifacts, lines, calls, readsNow, readsMost] = [new MemoryArtifacts(), [], [], 0, 0];
});

function openLog(limits: Partial<ArtifactAuditLogOptions> = {}): ArtifactAuditLog {
  const counted = aroundCalls(artifacts, async (name, run) => {
    calls.push(name);
    const isRead = Number(name === 'get');
    readsMost = Math.max(readsMost, (readsNow += isRead));
    try {
      return await run();
    } finally {
      readsNow -= isRead;
    }
  });
  return new ArtifactAuditLog({ artifacts: counted, logger: loggerInto(lines), ...limits });
}

async function filled(count: number): Promise<ArtifactAuditLog> {
  const log = openLog();
  for (const row of auditRows(count)) await log.write(row);
  calls = [];
  return log;
}

const readsOf = (): number => calls.filter((name) => name === 'get').length;

test('a row costs one write and one log line', async () => {
  const row = auditRow();
  await openLog().write(row);
  expect(calls).toEqual(['putIfAbsent']);
  expect([...artifacts.files.keys()]).toEqual([`audit-log/2026-11-26/10-00-00-000-${row.id}.json`]);
  expect(lines).toEqual([expect.objectContaining({ level: 'info', row: { ...row } })]);
});

test('rows are read once, and two logs see the rows of each other', async () => {
  const log = await filled(20);
  await openLog().write(auditRow({ time: '2026-11-27T00:00:00.000Z' }));
  expect((await log.page({}, newest)).rows).toHaveLength(21);
  expect((await log.page({}, newest)).rows).toHaveLength(21);
  expect(readsOf()).toBe(21);
});

test('rows in memory take at most their limit', async () => {
  await filled(20);
  const log = openLog({ cacheBytesMax: 1_000 });
  await log.page({}, newest);
  calls = [];
  await log.page({}, { limit: 1, cursor: undefined });
  expect(readsOf()).toBeGreaterThan(10);
});

test('at most 16 rows are read at the same time', async () => {
  const log = await filled(100);
  await collected(log.all({}));
  expect(readsMost).toBe(16);
});

test('an export of many rows goes on while the log grows, and keeps no row in memory', async () => {
  const log = await filled(500);
  let count = 0;
  for await (const { time } of log.all({})) {
    count += 1;
    if (count % 100 === 0) await openLog().write(auditRow({ time: `2027-01-01T00:00:00.000Z` }));
    expect(time < '2027').toBe(true);
  }
  expect(count).toBe(500);
  calls = [];
  await log.page({}, { limit: 10, cursor: undefined });
  expect(readsOf()).toBeGreaterThan(0);
});

test('an export that is given up reads no more rows', async () => {
  const log = await filled(200);
  const rows = log.all({});
  await rows.next();
  await rows.return();
  expect(readsOf()).toBe(16);
});

test('the search for a page is limited, and the next page continues it', async () => {
  await filled(150);
  const log = openLog({ searchedMax: 100 });
  const [oldest] = await collected(log.all({ to: new Date('2026-11-26T10:00:00Z') }));
  const filter = { isSeen: ({ id }: { id: string }) => id === oldest?.id };
  const first = await log.page(filter, { limit: 5, cursor: undefined });
  expect(first).toEqual({ rows: [], cursor: expect.any(String), searchedTo: '2026-11-26T10:38:00.000Z' });
  const second = await log.page(filter, { limit: 5, cursor: first.cursor });
  expect(second).toEqual({ rows: [oldest], cursor: undefined });
});

const never = { isSeen: () => false };

test('the search for a page ends after some seconds, and the next page continues it', async () => {
  await filled(40);
  let nowMs = 0;
  const log = openLog({ searchMsMax: 3_000, clock: { monotonicMs: () => (nowMs += 2_000) } });
  const first = await log.page(never, newest);
  expect(readsOf()).toBe(32);
  expect(first).toMatchObject({ rows: [], searchedTo: '2026-11-26T10:08:00.000Z' });
  expect(await log.page(never, { ...newest, cursor: first.cursor })).toEqual({ rows: [], cursor: undefined });
});

test('the search for a page ends when its reader is gone', async () => {
  const log = await filled(100);
  const gone = new AbortController();
  const isSeen = () => {
    gone.abort();
    return false;
  };
  await log.page({ isSeen }, { ...newest, signal: gone.signal });
  expect(readsOf()).toBe(16);
  await log.page({}, { ...newest, signal: gone.signal });
  expect(readsOf()).toBe(16);
});

test('at most four pages are searched at the same time', async () => {
  await filled(100);
  const log = openLog({ cacheBytesMax: 0 });
  await Promise.all(Array.from({ length: 20 }, () => log.page(never, newest)));
  expect(readsMost).toBe(64);
});

test('a check costs one call', async () => {
  const log = await filled(20);
  await log.check();
  expect(calls).toEqual(['put']);
  expect((await log.page({}, newest)).rows).toHaveLength(20);
});

test('a check fails if the disk is full, although the log can be read', async () => {
  const log = new ArtifactAuditLog({
    artifacts: aroundCalls(artifacts, (name, run) =>
      name.startsWith('put') ? Promise.reject(new Error('ENOSPC: no space left on device')) : run(),
    ),
    logger: loggerInto(lines),
  });
  expect((await log.page({}, newest)).rows).toEqual([]);
  await expect(log.check()).rejects.toThrow(AuditLogUnavailable);
});

test.each([
  ['is not JSON', '{"id":'],
  ['is not a row', '{"id":"x"}'],
  ['is too large', 'x'.repeat(70_000)],
])('a file that %s hides no other row', async (_, text) => {
  const log = await filled(2);
  const key = 'audit-log/2026-11-26/11-00-00-000-019a9d3e-0f6b-7c0e-9a55-0c1d8a6f4b21.json';
  await artifacts.put(key, Buffer.from(text));
  await artifacts.put('audit-log/notes.txt', Buffer.from(text));
  await artifacts.put('audit-log/2026-11-26/notes.txt', Buffer.from(text));
  expect((await log.page({}, newest)).rows).toHaveLength(2);
  expect(lines.at(-1)).toMatchObject({ level: 'warn', key });
});

test('a row with very long texts and values is shortened', async () => {
  const log = openLog();
  const long = 'x'.repeat(5_000);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, long]));
  await log.write(auditRow({ reason: long, source: { userAgent: long }, after: many }));
  const [row] = await collected(log.all({}));
  expect(row?.reason).toHaveLength(1_000);
  expect(row?.after?.['field7']).toBe('(too long to record)');
});

test('a disk that is full fails the write, and the row is logged', async () => {
  const full = aroundCalls(artifacts, () => Promise.reject(new Error('ENOSPC: no space left on device')));
  const log = new ArtifactAuditLog({ artifacts: full, logger: loggerInto(lines) });
  const row = auditRow();
  await expect(log.write(row)).rejects.toThrow(AuditLogUnavailable);
  expect(lines).toEqual([expect.objectContaining({ level: 'error', row: { ...row } })]);
  await expect(log.finish(row, 'done')).rejects.toThrow(AuditLogUnavailable);
  await expect(log.check()).rejects.toThrow(AuditLogUnavailable);
  await expect(log.page({}, newest)).rejects.toThrow(AuditLogUnavailable);
  await expect(collected(log.all({}))).rejects.toThrow(AuditLogUnavailable);
  await expect(log.deleteBefore(new Date())).rejects.toThrow(AuditLogUnavailable);
});

test('deleteBefore ends when the signal aborts', async () => {
  const log = await filled(1);
  await log.deleteBefore(new Date('2027-01-01'), AbortSignal.abort());
  expect(calls).toEqual(['listNames']);
});
