import { z } from 'zod';
import { adAccountKind } from '../../domain/kinds.ts';
import { maySeeAccount } from '../actor.ts';
import { defineOperation, type Needs } from '../operation.ts';
import { accounts } from '../resource.ts';
import { Named, notFound, seenObject } from '../write-object.ts';

const seen = { right: { role: 'viewer', owner: true }, effect: 'reads' } as const;

export const listAccounts = defineOperation({
  name: 'account.list',
  summary: 'List accounts with their credits, which may be a few seconds old.',
  input: z.object({ namespace: z.string() }),
  ...seen,
  run: async ({ namespace }, { store }: Needs<'store'>, { actor }) => {
    const { items } = await store.list(adAccountKind, { namespace });
    return { kind: 'done' as const, accounts: items.filter(({ metadata }) => maySeeAccount(actor, metadata)) };
  },
});

export const showAccount = defineOperation({
  name: 'account.show',
  summary: 'Show an account with its settings and credits, which may be a few seconds old.',
  input: Named,
  ...seen,
  run: async (account, { store }: Needs<'store'>, by) => {
    const object = await seenObject({ store, by }, accounts, account);
    return object === undefined ? notFound : { kind: 'done' as const, object };
  },
});

export const readBalance = defineOperation({
  name: 'account.read_balance',
  summary: 'Read the current balance of an account and a page of its history, newest entry first.',
  input: Named.extend({ limit: z.int().min(1).max(100), cursor: z.string().optional() }),
  ...seen,
  right: { ...seen.right, key: true },
  run: async ({ limit, cursor, ...account }, { ledger }: Needs<'ledger'>, { actor }) => {
    if (!maySeeAccount(actor, account)) return notFound;
    const balance = await ledger.balance(account);
    return { kind: 'done' as const, balance, history: await ledger.history(account, { limit, cursor }) };
  },
});
