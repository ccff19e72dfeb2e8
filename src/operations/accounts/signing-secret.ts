import { z } from 'zod';
import { adAccountKind } from '../../domain/kinds.ts';
import { hadSigningSecret } from '../../domain/signing-secret.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AccountSecret, AccountSecrets } from '../../secrets/port.ts';
import type { Change } from '../change.ts';
import type { ObjectStore } from '../../store/port.ts';
import { defineOperation, type By, type Needs } from '../operation.ts';
import { accounts } from '../resource.ts';
import { Named, notFound, seenObject, targetOf } from '../write-object.ts';

const right = { role: 'admin', owner: true, recentSignIn: true } as const;
type Deps = Needs<'store' | 'accountSecrets'>;

export const showSigningSecret = defineOperation({
  name: 'account.show_signing_secret',
  summary: 'Show the secret that signs the callbacks of an account.',
  input: Named,
  right,
  effect: 'reads',
  run: (account, deps: Deps, by) =>
    withSecrets(account, { deps, by }, async (secrets, key, _, hadSecret) => {
      if (!hadSecret) await secrets.ensure([key]);
      return secrets.read(key);
    }),
});

export const rotateSigningSecret = defineOperation({
  name: 'account.rotate_signing_secret',
  summary: 'Replace the secret that signs the callbacks of an account. Both secrets sign until the overlap ends.',
  input: Named.extend({ overlapMs: z.int().min(0) }),
  right,
  effect: 'changes',
  run: ({ overlapMs, ...account }, deps: Deps & { store: Pick<ObjectStore, 'patch'> }, by) =>
    withSecrets(account, { deps, by }, async (secrets, key, target) => {
      const after = { signingSecret: '(secret)', overlapMs };
      const annotations = await by.announce?.({ target, after, isMadeAfterwards: true });
      // The secret is not stored in the account, so the annotations need a write of their own.
      if (annotations !== undefined) await deps.store.patch(adAccountKind, key, { metadata: { annotations } });
      return secrets.rotate(key, overlapMs);
    }),
});

type Work = (
  secrets: AccountSecrets,
  key: ObjectKey,
  target: Change['target'],
  hadSecret: boolean,
) => Promise<AccountSecret | undefined>;

/**
 * Returns the signing secret that `work` returns. Does not call `work` for an account whose callbacks are signed with a
 * Secret of the user (`spec.webhookSecretRef`).
 */
async function withSecrets({ namespace, name }: ObjectKey, { deps, by }: { deps: Deps; by: By }, work: Work) {
  const key = { namespace, name };
  const account = await seenObject({ ...deps, by }, accounts, key);
  if (account === undefined) return notFound;
  const { webhookSecretRef: own } = account.spec;
  if (own !== undefined) return { kind: 'own-secret' as const, secret: { namespace, name: own.name } };
  const secret = await work(await deps.accountSecrets(), key, targetOf(accounts, account), hadSigningSecret(account));
  return secret === undefined ? { kind: 'damaged' as const } : { kind: 'done' as const, secret };
}
