import { afterEach, beforeEach, test } from '@jest/globals';
import { acme } from '../support/installation/objects.ts';
import { AccountsRig } from '../support/ledger/accounts-rig.ts';
import { until } from '../support/process/until.ts';

let rig: AccountsRig;
beforeEach(() => {
  rig = new AccountsRig();
});
afterEach(() => rig.close());

test('credits of a new account count while the statuses of other accounts cannot be written', async () => {
  const write = rig.spied.patchStatus.bind(rig.spied);
  let resume = (): void => undefined;
  const writable = new Promise<void>((resolve) => {
    resume = resolve;
  });
  rig.spied.patchStatus = async (kind, key, patch) => {
    await writable;
    return write(kind, key, patch);
  };
  for (let n = 0; n < 10; n += 1) await rig.create({}, `account-${n}`);
  await rig.start();
  await rig.create({ creditGrants: [{ id: 'first', amount: 5 }] });
  await until(async () => (await rig.ledger.balance(acme)).available === 5);
  resume();
  await rig.stop();
});
