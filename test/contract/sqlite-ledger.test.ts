import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../src/clock/system-clock.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import type { Clock } from '../../src/clock/port.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { keyText } from '../../src/objects/object-key.ts';
import type { LedgerInTime } from './ledger-bench.ts';
import { ledgerRandomCallsContract } from './ledger-random-calls.ts';
import { ledgerContract, ledgerTimeContract } from './ledger.ts';

function opened(clock: Clock): Omit<LedgerInTime, 'advance'> {
  const folder = temporaryFolder();
  const file = join(folder.path, 'ledger.db');
  const [ledger, other] = [1, 2].map(() => new SqliteLedger({ file, clock }));
  if (ledger === undefined || other === undefined) throw new Error('failed to open two ledgers');
  return {
    ledger,
    other,
    fillHistory: (account, entries) => {
      const raw = new DatabaseSync(file);
      // The ledger trims a history when it adds an entry whose id is a multiple of 997.
      const last = Number(raw.prepare('SELECT max(id) AS id FROM history').get()?.['id']) + entries;
      const before = 997 - (last % 997) + 990;
      raw
        .prepare(
          `WITH RECURSIVE numbers (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1 - 1)
           INSERT INTO history (id, account, time, kind, amount, job_id) SELECT ?2 - n, ?3, 0, 'settle', 1, n FROM numbers`,
        )
        .run(entries, last + before, keyText(account));
      raw.close();
      return Promise.resolve();
    },
    historyLength: (account) => {
      const raw = new DatabaseSync(file);
      const row = raw.prepare('SELECT count(*) AS length FROM history WHERE account = ?').get(keyText(account));
      raw.close();
      return Promise.resolve(Number(row?.['length']));
    },
    close: () => {
      ledger.close();
      other.close();
      folder.remove();
      return Promise.resolve();
    },
  };
}

ledgerContract('SqliteLedger', () => Promise.resolve(opened(systemClock)));

ledgerTimeContract('SqliteLedger', () => {
  const clock = new FakeClock();
  return Promise.resolve({ ...opened(clock), advance: (ms) => clock.advance(ms) });
});

ledgerRandomCallsContract('SqliteLedger', () => Promise.resolve(opened(systemClock)));
