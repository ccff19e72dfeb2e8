import { expect, test } from '@jest/globals';
import { lossSince, type LedgerPosition } from './ledger-position.ts';

const at = (epoch: string, sequence: number): LedgerPosition => ({ epoch, sequence });

test.each<[string, LedgerPosition | undefined, LedgerPosition | undefined, string | undefined]>([
  ['accepts an unchanged ledger', at('a', 7), at('a', 7), undefined],
  ['accepts a ledger that is ahead of the recorded position', at('a', 3), at('a', 7), undefined],
  ['accepts a ledger without a recorded position', undefined, at('a', 7), undefined],
  ['accepts a ledger that was never started, without a recorded position', undefined, undefined, undefined],
  ['reports a ledger that is gone', at('a', 7), undefined, 'has no data'],
  ['reports a ledger with another epoch', at('b', 1), at('a', 7), 'ledger epoch b, but the ledger has epoch a'],
  [
    'reports a ledger that is older than the recorded position',
    at('a', 8),
    at('a', 7),
    'ledger sequence 8, but the ledger has only 7',
  ],
])('lossSince %s', (_, seen, now, want) => {
  const loss = lossSince(seen, now);
  if (want === undefined) expect(loss).toBeUndefined();
  else expect(loss).toContain(want);
});
