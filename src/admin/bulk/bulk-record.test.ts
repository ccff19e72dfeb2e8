import { expect, test } from '@jest/globals';
import type { Viewer } from '../viewer.ts';
import { maySeeBulk, maySeeDraft } from './bulk-record.ts';

const ownerOf = (...names: string[]): Viewer['actor'] => ({
  kind: 'owner',
  accounts: names.map((name) => ({ namespace: 'ads', name })),
});
const role: Viewer['actor'] = { kind: 'role', role: 'viewer' };
const bulk = { by: { kind: 'link', subject: 'sign-in link 1' }, accounts: ['ads/acme', 'ads/beta'] };

function viewerOf(actor: Viewer['actor'], kind: Viewer['person']['kind'], subject: string): Viewer {
  return { actor, person: { kind, subject, name: 'Ada' }, source: {}, session: { id: 's', authenticatedMs: 0 } };
}

test.each<[string, Viewer, { draft: boolean; bulk: boolean }]>([
  [
    'its own person with all accounts sees it',
    viewerOf(ownerOf('acme', 'beta', 'more'), 'link', 'sign-in link 1'),
    { draft: true, bulk: true },
  ],
  [
    'another sign-in link of the same name does not see it',
    viewerOf(ownerOf('acme', 'beta'), 'link', 'sign-in link 2'),
    { draft: false, bulk: false },
  ],
  [
    'a person of the identity provider with the same subject does not see it',
    viewerOf(ownerOf('acme', 'beta'), 'person', 'sign-in link 1'),
    { draft: false, bulk: false },
  ],
  [
    'its own person who has lost one of the accounts does not see it',
    viewerOf(ownerOf('acme'), 'link', 'sign-in link 1'),
    { draft: false, bulk: false },
  ],
  [
    'a person with a role sees it once it is confirmed',
    viewerOf(role, 'person', 'grace'),
    { draft: false, bulk: true },
  ],
])('%s', (_, viewer, want) => {
  expect({ draft: maySeeDraft(bulk, viewer), bulk: maySeeBulk(bulk, viewer) }).toEqual(want);
});
