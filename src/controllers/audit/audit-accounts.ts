import { differingColumns, grantsGap, sumsGap } from '../../domain/credit-totals.ts';
import { areGrantsApplied } from '../../domain/grants-applied.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import { lossSince, type LedgerPosition } from '../../domain/ledger-position.ts';
import { pagesOf } from '../../runtime/pages.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { Pass } from './pass.ts';

const pageSize = 100;
/**
 * Number of consecutive comparisons that must show the same difference before the audit reports the difference. A
 * comparison reads the balance of an account and then the sum of its ledger entries. The comparison counts only if the
 * balance has not changed during these reads.
 */
const timesSeen = 2;
const triesMax = 4;

/**
 * Compares every account with its ledger entries. Returns whether the ledger has data and is as new as every ledger
 * position (epoch and sequence number) that an account has recorded. The audit may repair only such a ledger.
 */
export async function auditAccounts(pass: Pass): Promise<boolean> {
  const { store, ledger, namespace } = pass.deps;
  const select = { limit: pageSize, ...(namespace !== undefined && { namespace }) };
  let isSound = true;
  for await (const { items } of pagesOf(store, adAccountKind, select)) {
    // The ledger position (epoch and sequence number) is read after the accounts, so that it cannot be older than the
    // positions that the accounts have recorded.
    const position = await ledger.audit.position();
    for (const account of items) isSound = (await auditAccount(account, position, pass)) && isSound;
    if (pass.isOver()) return false;
    isSound &&= position !== undefined;
  }
  return isSound;
}

async function auditAccount(account: AdAccount, position: LedgerPosition | undefined, pass: Pass): Promise<boolean> {
  if (pass.isOver()) return false;
  const message = lossSince(account.status?.ledger, position);
  if (message !== undefined) pass.findings.push({ kind: 'lost', account: keyOf(account), message });
  else if (position !== undefined) await auditSums(account, pass);
  return message === undefined;
}

async function auditSums(account: AdAccount, pass: Pass): Promise<void> {
  const key = keyOf(account);
  await pass.attempt({ account: key }, async () => {
    const message = (await lastingGap(key, pass)) ?? (await lastingGrantsGap(account, pass));
    if (message !== undefined) pass.findings.push({ kind: 'sums', account: key, message });
  });
  await pass.pause();
}

async function lastingGap(account: ObjectKey, { deps: { ledger } }: Pass): Promise<string | undefined> {
  let seen = 0;
  for (let tries = 0; tries < triesMax; tries += 1) {
    const balance = await ledger.balance(account);
    const sums = await ledger.audit.sums(account);
    const message = sumsGap(balance, sums);
    if (message === undefined) return undefined;
    const isQuiet = differingColumns(balance, await ledger.balance(account)).length === 0;
    seen = isQuiet ? seen + 1 : 0;
    if (seen === timesSeen) return message;
  }
  return undefined;
}

/**
 * Compares the grants of an account with the ledger as `adwright ledger verify` does, once the controller has applied
 * them. A grant that is added after the account was listed changes the generation, so this difference does not count.
 */
async function lastingGrantsGap(account: AdAccount, { deps: { store, ledger } }: Pass): Promise<string | undefined> {
  if (!areGrantsApplied(account)) return undefined;
  const { granted } = await ledger.balance(keyOf(account));
  const listed = account.spec.creditGrants.reduce((total, { amount }) => total + amount, 0);
  if (granted === listed) return undefined;
  const after = await store.get(adAccountKind, keyOf(account));
  return after?.metadata.generation === account.metadata.generation ? grantsGap(granted, listed) : undefined;
}

function keyOf({ metadata: { namespace, name } }: AdAccount): ObjectKey {
  return { namespace, name };
}
