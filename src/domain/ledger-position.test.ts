import { expect, test } from '@jest/globals';
import { lossSince, type LedgerPosition } from './ledger-position.ts';

const at = (epoch: string, sequence: number): LedgerPosition => ({ epoch, sequence });

test.each<[string, LedgerPosition | undefined, LedgerPosition | undefined, string | undefined]>([
  ['are where they were seen', at('a', 7), at('a', 7), undefined],
  ['are ahead of what was seen', at('a', 3), at('a', 7), undefined],
  ['were seen by nobody yet', undefined, at('a', 7), undefined],
  ['were never begun, and seen by nobody', undefined, undefined, undefined],
  ['are gone', at('a', 7), undefined, 'has no data'],
  ['are others', at('b', 1), at('a', 7), 'ledger epoch b, but the ledger has epoch a'],
  ['are older than what was seen', at('a', 8), at('a', 7), 'ledger sequence 8, but the ledger has only 7'],
])('books that %s', (_, seen, now, want) => {
  const loss = lossSince(seen, now);
  if (want === undefined) expect(loss).toBeUndefined();
  else expect(loss).toContain(want);
});
