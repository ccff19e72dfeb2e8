import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { AuditFilter, AuditLog, AuditRow } from '../../src/audit-log/port.ts';
import { auditRow, auditRows } from '../support/admin/audit-rows.ts';
import { collected } from '../support/process/collected.ts';

export interface AuditLogUnderTest {
  log: AuditLog;
  close?: () => Promise<void> | void;
}

/** Defines the tests that every `AuditLog` must pass. */
export function auditLogContract(name: string, open: () => AuditLogUnderTest): void {
  describe(`${name}: audit log contract`, () => {
    let under: AuditLogUnderTest;
    let log: AuditLog;
    beforeEach(() => {
      under = open();
      ({ log } = under);
    });
    afterEach(() => under.close?.());

    const write = async (rows: readonly AuditRow[]): Promise<void> => {
      for (const row of rows) await log.write(row);
    };
    const read = async (filter: AuditFilter = {}): Promise<AuditRow[]> => collected(log.all(filter));
    const paged = async (filter: AuditFilter, limit: number): Promise<AuditRow[][]> => {
      const pages: AuditRow[][] = [];
      let cursor: string | undefined;
      do {
        const page = await log.page(filter, { limit, cursor });
        pages.push(page.rows);
        ({ cursor } = page);
      } while (cursor !== undefined);
      return pages;
    };

    test('an audit log returns every field of a row', async () => {
      const row = auditRow({ count: 3, target: { kind: 'ApiKey', namespace: 'ads', name: 'k', hint: 'ad_…x' } });
      await log.write(row);
      expect(await read()).toEqual([row]);
    });

    test('an empty audit log has no rows', async () => {
      expect(await log.page({}, { limit: 10, cursor: undefined })).toEqual({ rows: [], cursor: undefined });
      expect(await read()).toEqual([]);
    });

    test('rows come newest first, whatever the order of the writes', async () => {
      const rows = auditRows(30);
      await write([...rows.slice(10), ...rows.slice(0, 10)]);
      expect(await read()).toEqual(rows.toReversed());
    });

    test('pages contain each row once, over midnight too', async () => {
      const rows = [...auditRows(3), ...auditRows(4, (index) => ({ time: `2026-11-27T00:00:0${index}.000Z` }))];
      await write(rows);
      expect(await paged({}, 2)).toEqual([[rows[6], rows[5]], [rows[4], rows[3]], [rows[2], rows[1]], [rows[0]]]);
    });

    test('a page that ends with the last row has no cursor', async () => {
      await write(auditRows(2));
      expect((await log.page({}, { limit: 2, cursor: undefined })).cursor).toBeUndefined();
    });

    test('a row that is written meanwhile moves no row to another page', async () => {
      const rows = auditRows(4);
      await write(rows);
      const { cursor } = await log.page({}, { limit: 2, cursor: undefined });
      await log.write(auditRow({ time: '2026-11-26T12:00:00.000Z' }));
      expect((await log.page({}, { limit: 2, cursor })).rows).toEqual([rows[1], rows[0]]);
    });

    test('rows of the same millisecond are all kept', async () => {
      const rows = auditRows(5, () => ({ time: '2026-11-26T10:00:00.123Z' }));
      await Promise.all(rows.map((row) => log.write(row)));
      expect((await paged({}, 2)).flat().map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
    });

    test('a row that is written twice stays as it was first', async () => {
      const row = auditRow();
      await write([row, { ...row, reason: 'forged' }]);
      expect(await read()).toEqual([row]);
    });

    test.each(['done', 'refused', 'failed'] as const)('the outcome %s is shown with its row', async (outcome) => {
      const [first, second] = [auditRow(), auditRow()];
      await write([first, second]);
      await read();
      await log.finish(first, outcome);
      expect((await read()).find(({ id }) => id === first.id)).toEqual({ ...first, outcome });
      expect((await read()).find(({ id }) => id === second.id)).toEqual(second);
    });

    test.each<[string, AuditFilter, number[]]>([
      ['part of the subject, in any case', { actor: 'U-1' }, [0, 2]],
      ['part of the name', { actor: 'grace' }, [1]],
      ['the start of the action', { action: 'api_key.' }, [1, 2]],
      ['not the middle of the action', { action: 'key' }, []],
      ['part of namespace and name of the target', { target: 'ads/ac' }, [0]],
      ['the hint of the target', { target: 'x9' }, [2]],
      ['a function', { isSeen: ({ target }) => target?.account === 'acme' }, [0, 2]],
      ['the first time, inclusive', { from: new Date('2026-11-26T10:01:00Z') }, [1, 2]],
      ['the last time, inclusive', { to: new Date('2026-11-26T10:01:00Z') }, [0, 1]],
      ['all of them together', { actor: 'u', action: 'api_key.', from: new Date('2026-11-26T10:02:00Z') }, [2]],
      ['days without rows', { from: new Date('2026-11-27'), to: new Date('2026-12-01') }, []],
    ])('rows are selected by %s', async (_, filter, want) => {
      const ada = { kind: 'person', subject: 'u-17', name: 'Ada' } as const;
      const key = { kind: 'ApiKey', namespace: 'ads', name: 'shop' };
      const rows = auditRows(
        3,
        (index) =>
          [
            { actor: ada },
            {
              actor: { kind: 'command' as const, subject: 'hopper@laptop', name: 'Grace' },
              action: 'api_key.revoke',
              target: { ...key, account: 'other' },
            },
            { actor: ada, action: 'api_key.create', target: { ...key, hint: 'ad_…x9', account: 'acme' } },
          ].slice(index)[0] ?? {},
      );
      await write(rows);
      const wanted = want.map((index) => rows[index]).toReversed();
      expect(await read(filter)).toEqual(wanted);
      expect((await paged(filter, 1)).flat()).toEqual(wanted);
    });

    test('deleteBefore deletes whole days, and no row of the day of the time', async () => {
      const rows = ['2026-11-24T23:59:59.999Z', '2026-11-25T00:00:00.000Z', '2026-11-26T00:00:00.000Z'].map((time) =>
        auditRow({ time }),
      );
      await write(rows);
      await log.finish(rows[0] ?? auditRow(), 'done');
      await log.deleteBefore(new Date('2026-11-25T12:00:00Z'));
      expect(await read()).toEqual([rows[2], rows[1]]);
    });

    test.each([
      ['an id that is a path', { id: '../../x' }],
      ['a time that is none', { time: 'yesterday' }],
    ])('a row with %s is refused', async (_, wrong) => {
      await expect(log.write(auditRow(wrong))).rejects.toThrow();
      expect(await read()).toEqual([]);
    });
  });
}
