import { join } from 'node:path';
import { systemClock } from '../../src/clock/system-clock.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import type { Clock } from '../../src/clock/port.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { LedgerUnderTest } from './ledger-bench.ts';
import { ledgerRandomCallsContract } from './ledger-random-calls.ts';
import { ledgerContract, ledgerTimeContract } from './ledger.ts';

function opened(clock: Clock): LedgerUnderTest {
  const folder = temporaryFolder();
  const [ledger, other] = [1, 2].map(() => new SqliteLedger({ file: join(folder.path, 'ledger.db'), clock }));
  if (ledger === undefined || other === undefined) throw new Error('failed to open two ledgers');
  return {
    ledger,
    other,
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
