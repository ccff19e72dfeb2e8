import { expect, test } from '@jest/globals';
import { exactnessOf, type Exactness } from './exactness.ts';

const exact = '# Replication\r\nrole:master\r\naof_enabled:1\r\nmaxmemory_policy:noeviction\r\n';
const inexact = (...reasons: string[]): Exactness => ({ kind: 'inexact', reasons });

test.each<[string, string, string | undefined, Exactness]>([
  ['a primary that writes every change at once is exact', exact, 'always', { kind: 'exact' }],
  ['who may not ask for the settings does not know', exact, undefined, { kind: 'unknown' }],
  ['a second may be lost with everysec', exact, 'everysec', inexact('appendfsync is not always')],
  ['a replica is behind', exact.replace('master', 'slave'), 'always', inexact('it is a replica')],
  ['without a file nothing stays', exact.replace('enabled:1', 'enabled:0'), 'always', inexact('appendonly is not yes')],
  [
    'what is evicted is lost, whoever may not ask for the rest',
    exact.replace('noeviction', 'allkeys-lru'),
    undefined,
    inexact('maxmemory-policy is not noeviction'),
  ],
])('%s', (_, info, appendfsync, want) => {
  expect(exactnessOf(info, appendfsync)).toEqual(want);
});
