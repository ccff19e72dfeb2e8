import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import { replayAnnotation } from '../../src/domain/labels.ts';
import { LedgerError } from '../../src/ledger/port.ts';
import type { AdAccountStatus } from '../../src/schema/adaccount.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { acme, admit } from '../support/installation/objects.ts';
import { AccountsRig } from '../support/ledger/accounts-rig.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { until } from '../support/process/until.ts';

let rig: AccountsRig;
beforeEach(() => {
  rig = new AccountsRig();
});
afterEach(() => rig.close());

const grants = (...amounts: number[]) => amounts.map((amount, i) => ({ id: `grant-${i}`, amount }));
const credits = async () => (await rig.status()).credits;
const isCopied = async () => (await credits()) !== undefined;
const setGrants = (creditGrants: object[]) => rig.store.patch(adAccountKind, acme, { spec: { creditGrants } });
const remember = (ledger: AdAccountStatus['ledger']) =>
  rig.store.patchStatus(adAccountKind, acme, { status: { ledger } });

/** Moves the clock second by second until `holds` returns true. */
async function inTime(holds: () => Promise<boolean>): Promise<void> {
  await until(async () => {
    if (await holds()) return true;
    await rig.clock.advance(1_000);
    return holds();
  });
}

describe('ledger epochs', () => {
  test('the controller begins the ledger if no account has recorded an epoch', async () => {
    await rig.create();
    await rig.start();
    expect(await rig.ledger.audit.position()).toMatchObject({ epoch: 'epoch-1' });
    await until(isCopied);
    expect((await rig.status()).ledger).toEqual({
      epoch: 'epoch-1',
      sequence: 0,
      retired: 0,
      time: '2026-11-01T12:00:00Z',
    });
    expect(await rig.condition('LedgerAvailable')).toBe('True Whole');
  });

  test('the controller begins the ledger if there is no account', async () => {
    await rig.start();
    expect(await rig.ledger.audit.position()).toBeDefined();
  });

  test('the controller reads the position of the ledger once at its start, and then every 5 s', async () => {
    await rig.ledger.audit.begin('old');
    const { audit } = rig.ledger;
    const position = audit.position.bind(audit);
    let reads = 0;
    audit.position = () => {
      reads += 1;
      return position();
    };
    await rig.start();
    await rig.clock.advance(4_999);
    expect(reads).toBe(1);
    await rig.clock.advance(1);
    expect(reads).toBe(2);
  });

  test('the controller keeps an existing ledger', async () => {
    await rig.ledger.audit.begin('old');
    await rig.create();
    await rig.start();
    await until(isCopied);
    expect((await rig.status()).ledger?.epoch).toBe('old');
  });

  test('a missing ledger that an account has recorded counts as lost: the controller begins, grants and copies nothing', async () => {
    await rig.create({ creditGrants: grants(5) });
    await rig.create({ creditGrants: grants(5) }, 'other');
    await remember({ epoch: 'old', sequence: 7 });
    await rig.start();
    await until(async () => (await rig.condition('LedgerAvailable')) === 'False LedgerLost');
    await until(async () => (await rig.account('other'))?.status?.conditions?.[0]?.reason === 'LedgerLost');
    expect(await rig.ledger.audit.position()).toBeUndefined();
    expect(await rig.status()).toMatchObject({ ledger: { epoch: 'old', sequence: 7 } });
    expect(await credits()).toBeUndefined();
    await rig.clock.advance(30_000);
    const errors = () => rig.lines.filter(({ level }) => level === 'error').length;
    expect(errors()).toBe(1);
    await inTime(() => Promise.resolve(errors() === 2));
  });

  test.each<[string, { epoch: string; sequence: number }]>([
    ['of another epoch', { epoch: 'other', sequence: 0 }],
    ['older than the recorded position', { epoch: 'old', sequence: 100 }],
  ])('a ledger %s counts as lost, and the position recorded in the account stays', async (_, remembered) => {
    await rig.ledger.audit.begin('old');
    await rig.create({ creditGrants: grants(5) });
    await remember(remembered);
    await rig.start();
    await until(async () => (await rig.condition('LedgerAvailable')) === 'False LedgerLost');
    expect(await rig.status()).toMatchObject({ ledger: remembered });
    expect(await rig.ledger.balance(acme)).toMatchObject({ granted: 0 });
    expect(await credits()).toBeUndefined();
  });

  test('an account without a recorded position does not adopt a ledger that contradicts the position of another account', async () => {
    await rig.ledger.audit.begin('new');
    await rig.create({}, 'other');
    await rig.store.patchStatus(
      adAccountKind,
      { ...acme, name: 'other' },
      {
        status: { ledger: { epoch: 'old', sequence: 1 } },
      },
    );
    await rig.create();
    await rig.start();
    await until(async () => (await rig.condition('LedgerAvailable')) === 'False LedgerLost');
    expect((await rig.status()).ledger).toBeUndefined();
  });

  test('the controller copies balances again once the account records the current epoch', async () => {
    await rig.ledger.audit.begin('new');
    await rig.create({ creditGrants: grants(5) });
    await remember({ epoch: 'old', sequence: 3 });
    const controller = await rig.start();
    await until(async () => (await rig.condition('LedgerAvailable')) === 'False LedgerLost');
    expect([await rig.condition('GrantsApplied'), controller.isLedgerLost()]).toEqual(['False LedgerLost', true]);
    await remember({ epoch: 'new', sequence: 0 });
    await inTime(async () => (await credits())?.granted === 5);
    expect(await rig.condition('LedgerAvailable')).toBe('True Whole');
    expect([await rig.condition('GrantsApplied'), controller.isLedgerLost()]).toEqual(['True Applied', false]);
  });
});

describe('grants', () => {
  test('grants apply at once, and each grant id once', async () => {
    await rig.create({ creditGrants: grants(50) });
    await rig.start();
    await until(async () => (await credits())?.available === 50);
    await setGrants(grants(50, 20));
    await rig.clock.advance(300);
    await until(async () => (await credits())?.granted === 70);
    await rig.stop();
    await rig.start();
    await rig.clock.advance(6_000);
    expect(await rig.ledger.balance(acme)).toMatchObject({ granted: 70 });
    expect(await rig.condition('GrantsApplied')).toBe('True Applied');
  });

  test('a grant that the ledger already knows still updates the observed generation', async () => {
    await rig.create({ creditGrants: grants(50) });
    await rig.start();
    await until(isCopied);
    await rig.ledger.grant(acme, { id: 'grant-1', amount: 20 });
    await inTime(async () => (await credits())?.granted === 70);
    await setGrants(grants(50, 20));
    const generation = (await rig.account())?.metadata.generation ?? 0;
    await inTime(async () => {
      const applied = (await rig.status()).conditions?.find(({ type }) => type === 'GrantsApplied');
      return applied?.observedGeneration === generation;
    });
    expect({ condition: await rig.condition('GrantsApplied'), credits: await credits() }).toMatchObject({
      condition: 'True Applied',
      credits: { granted: 70 },
    });
  });

  test('a grant that is removed and added with another amount keeps its first amount, which GrantsApplied reports', async () => {
    const second = grants(50, 5).slice(1);
    await rig.create({ creditGrants: grants(50, 5) });
    await rig.start();
    await until(isCopied);
    await expect(setGrants(grants(60, 5))).rejects.toThrow('The amount of a grant cannot change');
    await setGrants(second);
    await setGrants(grants(60, 5));
    await inTime(async () => (await rig.condition('GrantsApplied')) === 'False GrantChanged');
    const { conditions } = await rig.status();
    expect(conditions?.find(({ type }) => type === 'GrantsApplied')?.message).toContain('grant-0.');
    expect(await credits()).toMatchObject({ granted: 55 });
    await setGrants(second);
    await setGrants(grants(50, 5));
    await inTime(async () => (await rig.condition('GrantsApplied')) === 'True Applied');
  });
});

describe('the copied balance', () => {
  beforeEach(async () => {
    await rig.create({ creditGrants: grants(100) });
    await rig.start();
    await until(async () => (await credits())?.available === 100);
    await rig.clock.advance(5_000);
  });

  test('the next poll copies a changed balance, and an unchanged balance is not written', async () => {
    await rig.admit('one', 30);
    rig.counts = { running: 1, pending: 2 };
    await inTime(async () => (await credits())?.reserved === 30);
    expect(await rig.status()).toMatchObject({ runningJobs: 1, pendingJobs: 2, credits: { available: 70 } });
    const before = rig.statusWrites;
    await rig.clock.advance(60_000);
    expect(rig.statusWrites).toBe(before);
  });

  test('an account status is written about every five seconds at most, even with constant changes', async () => {
    const before = rig.statusWrites;
    for (let i = 0; i < 60; i += 1) {
      await rig.admit(`job-${i}`, 1);
      await rig.store.patch(adAccountKind, acme, { spec: { displayName: `ACME ${i}` } });
      await rig.clock.advance(1_000);
    }
    await inTime(async () => (await credits())?.reserved === 60);
    expect(rig.statusWrites - before).toBeGreaterThan(5);
    expect(rig.statusWrites - before).toBeLessThanOrEqual(14);
  });

  test('the balance is copied if a job was admitted and settled between two polls', async () => {
    await rig.admit('quick', 30);
    await rig.ledger.settle('quick', 'quick');
    await inTime(async () => (await credits())?.spent === 30);
    expect({ credits: await credits() }).toMatchObject({ credits: { reserved: 0, spent: 30, available: 70 } });
  });

  test('`expectMirror` copies the ledger position at once, even if no amount has changed', async () => {
    await rig.admit('one', 30);
    await rig.ledger.release('one', 'one');
    const at = await rig.ledger.retire('one', 'one');
    rig.controller?.expectMirror(acme);
    await until(async () => (await rig.status()).ledger?.sequence === at?.sequence);
    expect(await credits()).toMatchObject({ reserved: 0, spent: 0 });
  });

  test('the copied ledger status contains the charges of retired jobs', async () => {
    await rig.admit('one', 30);
    await rig.ledger.settle('one', 'one');
    await rig.ledger.retire('one', 'one');
    rig.controller?.expectMirror(acme);
    await until(async () => (await rig.status()).ledger?.retired === 30);
    expect([...(rig.controller?.balances() ?? [])]).toMatchObject([
      { account: acme, balance: { spent: 30, retired: 30 } },
    ]);
  });

  test('the copied ledger status lists retiring jobs until `noted` is called for them', async () => {
    await rig.admit('one', 30);
    await rig.ledger.settle('one', 'one');
    const at = await rig.ledger.retire('one', 'one');
    await inTime(async () => (await rig.status()).ledger?.retiring?.[0] === 'one');
    if (at !== undefined) await rig.ledger.noted('one', at);
    await inTime(async () => (await rig.status()).ledger?.retiring === undefined);
    expect({ ledger: (await rig.status()).ledger }).toMatchObject({ ledger: { retired: 30 } });
  });

  test('a conflicting status write is retried', async () => {
    rig.spied.failNext('patchStatus', new StoreError('Conflict', 'Somebody else wrote.'), 'before');
    await rig.admit('one', 30);
    rig.controller?.expectMirror(acme);
    await inTime(async () => (await credits())?.reserved === 30);
    expect({ credits: await credits() }).toMatchObject({ credits: { reserved: 30, available: 70 } });
  });

  test('a balance never overwrites a later one copied by another controller', async () => {
    const write = rig.spied.patchStatus.bind(rig.spied);
    let outcome: Promise<string> | undefined;
    rig.spied.patchStatus = async (kind, key, patch) => {
      rig.spied.patchStatus = write;
      await rig.admit('two', 10);
      await remember((await rig.ledger.balance(acme)).position);
      const written = write(kind, key, patch);
      outcome = written.then(
        () => 'written',
        () => 'refused',
      );
      return written;
    };
    await rig.admit('one', 30);
    rig.controller?.expectMirror(acme);
    await inTime(async () => (await credits())?.reserved === 40);
    expect(await outcome).toBe('refused');
  });

  test('the balance is copied when an unavailable ledger is available again', async () => {
    const balance = rig.ledger.balance.bind(rig.ledger);
    rig.ledger.balance = () => Promise.reject(new LedgerError('Unavailable', 'It is away.'));
    await rig.admit('one', 30);
    await rig.clock.advance(20_000);
    expect(await credits()).toMatchObject({ reserved: 0 });
    expect(await rig.condition('LedgerAvailable')).toBe('True Whole');
    rig.ledger.balance = balance;
    await inTime(async () => (await credits())?.reserved === 30);
  });
});

describe('deletion of an account', () => {
  const isGone = async () => (await rig.account()) === undefined;
  const waitsFor = (reason: string) => async () => (await rig.condition('Deleting')) === `True ${reason}`;

  beforeEach(async () => {
    await rig.create({ creditGrants: grants(100) });
    await rig.start();
    await until(async () => (await credits())?.available === 100);
  });

  test('an account without open holds is deleted at once', async () => {
    await rig.store.delete(adAccountKind, acme);
    await until(isGone);
    expect({ isDeleted: await isGone(), events: rig.events }).toEqual({ isDeleted: true, events: [] });
  });

  test('an account is not deleted before the audit log has the rows of its annotations', async () => {
    const annotate = (value: string | null) =>
      rig.store.patch(adAccountKind, acme, { metadata: { annotations: { 'adwright.dev/audit-log.x': value } } });
    await annotate('{}');
    await rig.store.delete(adAccountKind, acme);
    await inTime(async () => (await rig.account())?.metadata.deletionTimestamp !== undefined);
    expect(await isGone()).toBe(false);
    await annotate(null);
    await inTime(isGone);
  });

  test('the deletion of an account waits until every hold is closed and emits one Event', async () => {
    await rig.admit('one', 30);
    await rig.store.delete(adAccountKind, acme);
    await inTime(waitsFor('HoldsOpen'));
    await rig.admit('two', 10);
    await inTime(async () => (await credits())?.reserved === 40);
    expect(await isGone()).toBe(false);
    const message = '30 credits are reserved for unfinished jobs.';
    expect(rig.events).toMatchObject([
      { reason: 'DeletionWaits', message, object: { kind: 'AdAccount', name: 'acme' } },
    ]);
    await rig.ledger.release('one', 'one');
    await rig.ledger.release('two', 'two');
    await inTime(isGone);
  });

  test('the deletion of an account waits for the hold of a job without a price', async () => {
    await rig.admit('free', 0);
    await rig.store.delete(adAccountKind, acme);
    await inTime(waitsFor('HoldsOpen'));
    await rig.ledger.release('free', 'free');
    await inTime(isGone);
    expect({ isDeleted: await isGone() }).toEqual({ isDeleted: true });
  });

  test("the deletion of an account waits only for the account's own intents", async () => {
    const intent = (jobId: string, name: string) => {
      return admit(rig, { ...acme, name: jobId }, { account: { ...acme, name }, credits: 0 });
    };
    await intent('a', 'other');
    await intent('b', 'acme');
    await rig.ledger.intents.end('b', 'Nothing came of it. [internal]');
    await rig.store.delete(adAccountKind, acme);
    await inTime(waitsFor('JobsExpected'));
    await rig.ledger.intents.drop('b');
    await inTime(isGone);
    expect({ isDeleted: await isGone() }).toEqual({ isDeleted: true });
  });

  test('the deletion of an account waits until every callback is delivered or given up', async () => {
    const name = 'ad';
    const spec = imageSpec({ callbackUrl: 'https://a.example/' });
    await rig.store.create(adJobKind, { metadata: { ...acme, name }, spec });
    await rig.store.create(adJobKind, { metadata: { ...acme, name: 'silent' }, spec: imageSpec() });
    await rig.store.delete(adAccountKind, acme);
    await inTime(waitsFor('DeliveriesOpen'));
    await rig.store.patchStatus(adJobKind, { ...acme, name }, { status: { delivery: { state: 'gave_up' } } });
    await inTime(isGone);
    expect({ isDeleted: await isGone() }).toEqual({ isDeleted: true });
  });

  test('the deletion of an account waits for a requested replay of a delivered callback', async () => {
    const key = { ...acme, name: 'ad' };
    const annotations = { [replayAnnotation]: 'again' };
    const spec = imageSpec({ callbackUrl: 'https://a.example/' });
    await rig.store.create(adJobKind, { metadata: { ...key, annotations }, spec });
    await rig.store.patchStatus(adJobKind, key, { status: { delivery: { state: 'delivered' } } });
    await rig.store.delete(adAccountKind, acme);
    await inTime(waitsFor('DeliveriesOpen'));
    const delivery = { state: 'delivered', replayRequest: 'again' };
    await rig.store.patchStatus(adJobKind, key, { status: { delivery } });
    await inTime(isGone);
    expect({ isDeleted: await isGone() }).toEqual({ isDeleted: true });
  });

  test('balances are still copied while the deletion of an account waits', async () => {
    await rig.admit('one', 30);
    await rig.store.delete(adAccountKind, acme);
    await inTime(waitsFor('HoldsOpen'));
    await rig.admit('two', 10);
    rig.controller?.expectMirror(acme);
    await inTime(async () => (await credits())?.reserved === 40);
    expect({ isDeleted: await isGone(), credits: await credits() }).toMatchObject({
      isDeleted: false,
      credits: { reserved: 40 },
    });
  });
});
