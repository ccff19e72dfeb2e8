import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { adAccountKind } from '../../src/domain/kinds.ts';
import { acme } from '../support/installation/objects.ts';
import { AccountsRig } from '../support/ledger/accounts-rig.ts';
import { until } from '../support/process/until.ts';

let rig: AccountsRig;
beforeEach(() => {
  rig = new AccountsRig();
});
afterEach(() => rig.close());

const credits = async () => (await rig.status()).credits;

/** Moves the clock second by second until `holds` returns true. */
async function inTime(holds: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    if (await holds()) return true;
    await rig.clock.advance(1_000);
    return holds();
  });
}

test('while the files belong to another installation, no grant is applied and the status says so', async () => {
  let areForeign = true;
  rig.deps.areFilesForeign = () => areForeign;
  await rig.create({ creditGrants: [{ id: 'first', amount: 5 }] });
  await rig.start();
  await until(async () => (await rig.condition('GrantsApplied')) === 'False FilesForeign');
  expect([await rig.condition('LedgerAvailable'), (await credits())?.granted]).toEqual(['True Whole', 0]);
  areForeign = false;
  await inTime(async () => (await rig.condition('GrantsApplied')) === 'True Applied');
  expect((await credits())?.granted).toBe(5);
});

test('an account is not deleted while the files of its callbacks belong to another installation', async () => {
  rig.deps.areFilesForeign = () => true;
  await rig.create();
  await rig.start();
  await until(async () => (await credits()) !== undefined);
  await rig.store.delete(adAccountKind, acme);
  await inTime(async () => (await rig.condition('Deleting')) === 'True FilesForeign');
});
