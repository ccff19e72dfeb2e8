import { expect, test } from '@jest/globals';
import { exactnessOf, type Exactness } from './exactness.ts';

const exact = '# Replication\r\nrole:master\r\naof_enabled:1\r\nmaxmemory_policy:noeviction\r\n';
const inexact = (...reasons: string[]): Exactness => ({ kind: 'inexact', reasons });

test.each<[string, string, string | undefined, Exactness]>([
  ['a primary that writes every change to disk is exact', exact, 'always', { kind: 'exact' }],
  ['exactness is unknown if the settings may not be read', exact, undefined, { kind: 'unknown' }],
  ['a primary with appendfsync everysec is inexact', exact, 'everysec', inexact('appendfsync is not always')],
  ['a replica is inexact', exact.replace('master', 'slave'), 'always', inexact('the server is a replica')],
  [
    'a primary without appendonly is inexact',
    exact.replace('enabled:1', 'enabled:0'),
    'always',
    inexact('appendonly is not yes'),
  ],
  [
    'a primary that evicts keys is inexact, even if the settings may not be read',
    exact.replace('noeviction', 'allkeys-lru'),
    undefined,
    inexact('maxmemory-policy is not noeviction'),
  ],
])('%s', (_, info, appendfsync, want) => {
  expect(exactnessOf(info, appendfsync)).toEqual(want);
});
