import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { acme } from '../support/installation/objects.ts';
import { AccountsRig } from '../support/ledger/accounts-rig.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { until } from '../support/process/until.ts';

let rig: AccountsRig;
beforeEach(() => {
  rig = new AccountsRig();
});
afterEach(() => rig.close());

const roundMs = 5_000;
const secretOf = (name = acme.name) => rig.secrets.read({ ...acme, name });
const hasSecret = async (name?: string) => (await secretOf(name)) !== undefined;
/** Moves the clock until the account has this signing condition, because the controller spaces its writes. */
const whenCondition = (wanted: string) =>
  until(async () => {
    await rig.clock.advance(1_000);
    return (await rig.condition('SigningSecret')) === wanted;
  });
const created = () => rig.secretCalls.filter(([method]) => method === 'ensure').map(([, accounts]) => accounts);
const named = (...names: string[]) => names.map((name) => expect.objectContaining({ name }));

test('accounts that exist at the start of the controller get their secrets by one write', async () => {
  for (const name of ['acme', 'beta', 'gamma']) await rig.create({}, name);
  await rig.start();
  await until(hasSecret);
  expect(await hasSecret('gamma')).toBe(true);
  expect(created()).toEqual([named('acme', 'beta', 'gamma')]);
});

test('a new account gets its secret within five seconds, and only once', async () => {
  await rig.create();
  const controller = await rig.start();
  await until(hasSecret);
  await rig.create({}, 'beta');
  await until(() => controller.watched.cache.get({ ...acme, name: 'beta' }) !== undefined);
  await rig.clock.advance(roundMs);
  expect(await hasSecret('beta')).toBe(true);
  await rig.clock.advance(roundMs);
  expect(created()).toEqual([named('acme'), named('beta')]);
});

test('a restart of the controller keeps the signing secrets', async () => {
  await rig.create();
  await rig.start();
  await until(hasSecret);
  const before = await secretOf();
  await rig.stop();
  await rig.start();
  await whenCondition('True Created');
  expect(await secretOf()).toEqual(before);
});

test('a lost signing secret is not replaced: the account says so until it is rotated', async () => {
  await rig.create();
  const controller = await rig.start();
  await whenCondition('True Created');
  await rig.secrets.delete(acme);
  await rig.clock.advance(30_000);
  await whenCondition('False SecretLost');
  await rig.clock.advance(30_000);
  expect([await hasSecret(), controller.lostSecrets(), created().length]).toEqual([false, 1, 1]);
  await rig.stop();

  const next = await rig.start();
  await until(() => next.lostSecrets() === 1);
  expect(await hasSecret()).toBe(false);
  await rig.secrets.rotate(acme, 0);
  await rig.clock.advance(roundMs);
  await whenCondition('True Created');
  expect(next.lostSecrets()).toBe(0);
});

test('without the Kubernetes Secret that has all signing secrets, they are lost until it is restored', async () => {
  await rig.create();
  const controller = await rig.start();
  await whenCondition('True Created');
  rig.secretsFailure = new StoreError('NotFound', 'secrets "adwright-account-secrets" not found');
  await rig.clock.advance(30_000);
  await whenCondition('False SecretLost');
  expect(controller.lostSecrets()).toBe(1);
  rig.secretsFailure = undefined;
  await rig.clock.advance(roundMs);
  await whenCondition('True Created');
  expect(controller.lostSecrets()).toBe(0);
});

test('an account with a Secret of its own gets no generated secret until it stops using its own', async () => {
  await rig.create({ webhookSecretRef: { name: 'own' } });
  const controller = await rig.start();
  await rig.clock.advance(roundMs);
  expect(await hasSecret()).toBe(false);
  await rig.store.patch(adAccountKind, acme, { spec: { webhookSecretRef: null } });
  await until(() => controller.watched.cache.get(acme)?.spec.webhookSecretRef === undefined);
  await rig.clock.advance(roundMs);
  expect(await hasSecret()).toBe(true);
});

test('while secrets cannot be created, credits are still granted, and the creation is retried', async () => {
  rig.secretsFailure = new StoreError('Forbidden', 'secrets is forbidden');
  await rig.create({ creditGrants: [{ id: 'first', amount: 5 }] });
  await rig.start();
  await until(async () => (await rig.status()).credits?.available === 5);
  await until(() => rig.lines.some(({ msg }) => msg.startsWith('failed to create the signing secrets')));
  rig.secretsFailure = undefined;
  await rig.clock.advance(roundMs);
  expect(await hasSecret()).toBe(true);
});

test('the signing secret is deleted with the account, and the next account of this name gets another one', async () => {
  await rig.create();
  const controller = await rig.start();
  await until(hasSecret);
  const before = await secretOf();
  await rig.store.delete(adAccountKind, acme);
  await until(async () => (await rig.account()) === undefined);
  expect(await hasSecret()).toBe(false);
  await until(() => controller.watched.cache.get(acme) === undefined);
  await rig.clock.advance(roundMs);
  expect(await hasSecret()).toBe(false);
  await rig.create();
  await until(() => controller.watched.cache.get(acme) !== undefined);
  await rig.clock.advance(roundMs);
  expect(await hasSecret()).toBe(true);
  expect(await secretOf()).not.toEqual(before);
});

test('the signing secret stays until the last callback of a deleted account is closed, and is not created again', async () => {
  const job = { ...acme, name: 'ad' };
  await rig.create();
  await rig.store.create(adJobKind, { metadata: job, spec: imageSpec({ callbackUrl: 'https://a.example/' }) });
  await rig.start();
  await until(hasSecret);
  await rig.store.delete(adAccountKind, acme);
  await until(async () => (await rig.condition('Deleting')) === 'True DeliveriesOpen');
  expect(await hasSecret()).toBe(true);
  await rig.stop();
  await rig.start();
  expect(created()).toEqual([named('acme')]);
  await rig.store.patchStatus(adJobKind, job, { status: { delivery: { state: 'delivered' } } });
  await until(async () => {
    await rig.clock.advance(1_000);
    return (await rig.account()) === undefined;
  });
  expect(await hasSecret()).toBe(false);
});

test('a deleted account stays until its signing secret is deleted', async () => {
  await rig.create();
  await rig.start();
  await until(hasSecret);
  rig.secretsFailure = new StoreError('Unavailable', 'away');
  await rig.store.delete(adAccountKind, acme);
  await until(() => rig.secretCalls.some(([method]) => method === 'delete'));
  expect(await rig.account()).toBeDefined();
  rig.secretsFailure = undefined;
  await until(async () => {
    await rig.clock.advance(1_000);
    return (await rig.account()) === undefined;
  });
  expect(await hasSecret()).toBe(false);
});
