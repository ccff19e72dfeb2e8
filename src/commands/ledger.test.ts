import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import { adAccountKind, adJobKind } from '../domain/kinds.ts';
import { retiredAtAnnotation } from '../domain/labels.ts';
import type { SqliteLedger } from '../ledger/sqlite-ledger.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import { aroundCalls } from '../../test/support/faults/around-calls.ts';
import { imageSpec } from '../../test/support/pipeline/build-job.ts';
import { mirror, price } from '../../test/support/installation/objects.ts';
import { LedgerScene, namespace, there, type MadeJob } from '../../test/support/ledger/ledger-scene.ts';
import { SpiedStore } from '../../test/support/faults/spied-store.ts';

let scene: LedgerScene;
beforeEach(async () => {
  scene = await LedgerScene.open();
});
afterEach(() => {
  scene.close();
});

describe('ledger verify', () => {
  test('ledger verify exits with 0 for a consistent ledger with jobs in every state', async () => {
    const acme = await scene.makeAccount('acme', 100);
    await scene.makeAccount('idle', 7);
    const [one, two, three] = [
      there(await scene.makeJob(acme)),
      there(await scene.makeJob(acme)),
      there(await scene.makeJob(acme)),
    ];
    await scene.makeJob(acme);
    await scene.succeed(one);
    await scene.succeed(two);
    await scene.fail(three);
    await scene.remove(one, acme);
    await scene.retire(two);
    const intent = { kind: 'request', object: { namespace, name: 'early' }, intent: '{}' } as const;
    await scene.ledger.admit({ jobId: 'early', account: acme, credits: price, seen: undefined, origin: intent });
    expect([await scene.run('verify'), scene.err]).toEqual([0, '']);
    expect(scene.out.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['ACCOUNT', 'GRANTED', 'RESERVED', 'SPENT', 'AVAILABLE', 'RESULT'],
      ['ads/acme', '100', '10', '10', '80', 'ok'],
      ['ads/idle', '7', '0', '0', '7', 'ok'],
      [''],
    ]);
  });

  test('ledger verify accepts the hold of a bound job that is not admitted yet', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const { key } = there(await scene.makeJob(acme));
    await scene.store.patchStatus(adJobKind, key, { status: { conditions: null } });
    expect(await scene.run('verify')).toBe(0);
  });

  test.each<[string, (account: ObjectKey) => Promise<unknown>, string]>([
    [
      'credits granted outside the account',
      (account) => scene.ledger.grant(account, { id: 'other', amount: 5 }),
      'ads/acme: The ledger has granted 105 credits, but the AdAccount lists 100.',
    ],
    [
      'a hold without a job',
      async (account) => {
        const object = { ...account, uid: 'gone' };
        await scene.ledger.audit.restoreHold({ jobId: 'gone', account, credits: 5, object });
      },
      'ads/acme: The ledger has reserved 5 credits, but unfinished jobs require 0.',
    ],
    [
      'a finished job without a charge',
      async (account) => scene.setStatus(there(await scene.makeJob(account)).key, { phase: 'SUCCESS' }),
      'ads/acme: The ledger has charged 0 credits, but successful jobs cost 5.',
    ],
    [
      'a ledger of another epoch',
      (account) =>
        scene.store.patchStatus(adAccountKind, account, { status: { ledger: { epoch: 'epoch-0', sequence: 1 } } }),
      'ads/acme: The AdAccount has recorded ledger epoch epoch-0, but the ledger has epoch epoch-1: ledger data is lost',
    ],
    [
      'a ledger from an old backup',
      (account) =>
        scene.store.patchStatus(adAccountKind, account, { status: { ledger: { epoch: 'epoch-1', sequence: 99 } } }),
      'ads/acme: The AdAccount has recorded ledger sequence 99, but the ledger has only 1: an old backup was restored',
    ],
  ])('ledger verify reports %s and the command to run', async (_, spoil, sentence) => {
    const acme = await scene.makeAccount('acme', 100);
    await spoil(acme);
    expect(await scene.run('verify', '-o', 'json')).toBe(1);
    expect(scene.err).toContain(sentence);
    expect(scene.err).toMatch(/run|Run/);
    const compared = JSON.parse(scene.out) as { namespace: string; name: string; findings: string[] }[];
    const lines = compared.flatMap(({ namespace: where, name, findings }) =>
      findings.map((one) => `${where}/${name}: ${one}`),
    );
    expect(scene.err).toBe(`${lines.join('\n')}\n`);
  });

  test('ledger verify reports a balance that the entries contradict', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const broken: SqliteLedger = Object.create(scene.ledger) as SqliteLedger;
    const { position, ...balance } = await scene.ledger.balance(acme);
    broken.balance = () => Promise.resolve({ ...balance, spent: 3, available: 97, position });
    Object.defineProperty(broken, 'audit', { value: scene.ledger.audit });
    scene.through = { ledger: broken };
    expect(await scene.run('verify')).toBe(1);
    expect(scene.err).toContain(
      'differs from the sum of its ledger entries: spent 3 instead of 0. Run `adwright ledger rebuild`.',
    );
    expect(scene.out).toContain('3 (resources: 0)');
  });

  test('ledger verify reads a second time before it reports a job that is just ending', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const made = there(await scene.makeJob(acme));
    await scene.setStatus(made.key, { phase: 'SUCCESS', credits: { required: price, charged: price } });
    scene.clock.sleep = async () => {
      await scene.ledger.settle(made.key.name, made.uid);
    };
    expect(await scene.run('verify')).toBe(0);
  });

  test('ledger verify reports a difference only if it lasts over three comparisons', async () => {
    const acme = await scene.makeAccount('acme', 100);
    await scene.ledger.grant(acme, { id: 'other', amount: 5 });
    const slept: number[] = [];
    scene.clock.sleep = (ms?: number) => Promise.resolve(void slept.push(ms ?? 0));
    expect(await scene.run('verify')).toBe(1);
    expect(slept).toEqual([2_000, 2_000]);
  });

  test('ledger verify reports a missing ledger', async () => {
    scene.loseLedger();
    expect(await scene.run('verify')).toBe(1);
    expect(scene.err).toContain('run `adwright ledger rebuild`');
  });

  test('ledger verify covers all namespaces only with --all-namespaces', async () => {
    await scene.makeAccount('acme', 100);
    await scene.makeAccount('other', 5, 'elsewhere');
    await scene.run('verify');
    expect(scene.out).not.toContain('elsewhere/other');
    expect(await scene.run('verify', '--all-namespaces')).toBe(0);
    expect(scene.out).toContain('elsewhere/other');
  });
});

describe('ledger rebuild', () => {
  test('ledger rebuild requires --yes if it would discard intents', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const intent = { kind: 'request', object: { namespace, name: 'early' }, intent: '{}' } as const;
    await scene.ledger.admit({ jobId: 'early', account: acme, credits: price, seen: undefined, origin: intent });
    expect(await scene.run('rebuild')).toBe(1);
    expect(scene.err).toContain('1 requests without an AdJob)');
    expect(scene.err).toContain('--yes');
    expect(await scene.ledger.audit.position()).toMatchObject({ epoch: 'epoch-1' });
    expect(await scene.run('rebuild', '--yes')).toBe(0);
    expect(await scene.ledger.audit.position()).not.toMatchObject({ epoch: 'epoch-1' });
  });

  test('ledger rebuild refuses to discard the holds of another namespace', async () => {
    await scene.makeAccount('acme', 100);
    const other = await scene.makeAccount('other', 100, 'elsewhere');
    await scene.makeJob(other);
    expect(await scene.run('rebuild', '--yes')).toBe(2);
    expect(scene.err).toContain('accounts of the namespace "elsewhere"');
    expect(await scene.run('rebuild', '--yes', '--all-namespaces')).toBe(0);
    expect(await scene.balanceOf(other)).toMatchObject({ granted: 100, reserved: 5 });
  });

  test.each([
    ['has recorded the current epoch', () => undefined],
    [
      'has recorded a lost epoch',
      () => {
        scene.loseLedger();
      },
    ],
  ])('ledger rebuild refuses to discard an account of another namespace without holds that %s', async (_, lose) => {
    const [acme, other] = [await scene.makeAccount('acme', 100), await scene.makeAccount('other', 100, 'elsewhere')];
    for (const account of [acme, other]) await mirror(scene, account);
    lose();
    expect(await scene.run('rebuild', '--yes')).toBe(2);
    expect(scene.err).toContain('accounts of the namespace "elsewhere", which would be lost. Add --all-namespaces');
    expect(await scene.run('rebuild', '--yes', '--all-namespaces')).toBe(0);
    expect(await scene.balanceOf(other)).toMatchObject({ granted: 100, available: 100 });
  });

  test('ledger rebuild ignores accounts of another installation', async () => {
    const [acme, other] = [await scene.makeAccount('acme', 100), await scene.makeAccount('other', 100, 'elsewhere')];
    await mirror(scene, acme);
    await scene.store.patchStatus(adAccountKind, other, { status: { ledger: { epoch: 'theirs', sequence: 3 } } });
    expect([await scene.run('rebuild', '--yes'), scene.err]).toEqual([0, '']);
  });

  test('ledger rebuild works for one namespace if it may not list the others', async () => {
    await mirror(scene, await scene.makeAccount('acme', 100));
    const store = aroundCalls(scene.store, (name, run, [, options]) => {
      const isWide = name === 'list' && !JSON.stringify(options).includes('"namespace"');
      return isWide ? Promise.reject(new StoreError('Forbidden', 'Not yours.')) : run();
    });
    scene.through = { store };
    expect([await scene.run('rebuild', '--yes'), scene.err]).toEqual([0, '']);
  });

  test('ledger rebuild counts the charge of a partly deleted job once, also after a second loss', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const [noted, fresh] = [there(await scene.makeJob(acme)), there(await scene.makeJob(acme))];
    await scene.succeed(noted);
    await scene.succeed(fresh);
    await scene.retire(noted);
    await mirror(scene, acme);
    await scene.retire(fresh);
    for (let loss = 0; loss < 2; loss += 1) {
      scene.loseLedger();
      expect(await scene.run('rebuild')).toBe(0);
      expect(await scene.balanceOf(acme)).toMatchObject({ spent: 10, retired: 5 });
    }
    const annotations = async ({ key }: MadeJob) =>
      (await scene.store.get(adJobKind, key))?.metadata.annotations?.[retiredAtAnnotation];
    expect([await annotations(noted), await annotations(fresh)]).toEqual(['0', undefined]);
    expect(await scene.ledger.retire(fresh.key.name, fresh.uid)).toBeDefined();
    expect(await scene.balanceOf(acme)).toMatchObject({ spent: 10, retired: 10 });
  });

  test.each(['retireUnnoted', 'retireUnconfirmed'] as const)(
    'ledger rebuild counts a charge once that the account has recorded, after a %s and a second loss',
    async (retire) => {
      const acme = await scene.makeAccount('acme', 100);
      const made = there(await scene.makeJob(acme));
      await scene.succeed(made);
      await scene[retire](made);
      await mirror(scene, acme);
      expect([await scene.run('verify'), scene.err]).toEqual([0, '']);
      for (let loss = 0; loss < 2; loss += 1) {
        scene.loseLedger();
        expect(await scene.run('rebuild')).toBe(0);
        expect(await scene.balanceOf(acme)).toMatchObject({ spent: price, retired: price });
        expect([await scene.run('verify'), scene.err]).toEqual([0, '']);
      }
      expect((await scene.statusOf(acme))?.ledger?.retiring).toBeUndefined();
      expect((await scene.store.get(adJobKind, made.key))?.metadata.annotations?.[retiredAtAnnotation]).toBe('0');
    },
  );

  test('ledger rebuild ignores a note from a ledger that the account never recorded', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const made = there(await scene.makeJob(acme));
    await scene.succeed(made);
    await mirror(scene, acme);
    scene.loseLedger();
    const cut = new SpiedStore(scene.store);
    cut.failNext('patchStatus', new TypeError('cut'), 'before');
    scene.through = { store: cut };
    await expect(scene.run('rebuild')).rejects.toThrow('cut');
    scene.through = {};
    await scene.retire(made);
    expect(await scene.run('rebuild', '--yes')).toBe(0);
    expect(await scene.balanceOf(acme)).toMatchObject({ spent: 5 });
  });

  test('ledger rebuild restores the hold of a job that was never bound once, under its job id', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const made = there(await scene.makeUnseen(acme));
    for (let loss = 0; loss < 2; loss += 1) {
      scene.loseLedger();
      expect(await scene.run('rebuild', '--yes')).toBe(0);
      expect(await scene.balanceOf(acme)).toMatchObject({ reserved: price, available: 100 - price });
      expect([await scene.run('verify'), scene.err]).toEqual([0, '']);
    }
    const bind = () => scene.ledger.bind(made.key.name, { ...made.key, uid: made.uid }, acme);
    expect(await bind()).toEqual({ kind: 'bound', credits: price, isCancelled: false });
    expect(await scene.ledger.audit.listHolds({ limit: 10 })).toMatchObject([{ jobId: made.key.name }]);
  });

  test('ledger rebuild leaves out a job without status that the archive has', async () => {
    const acme = await scene.makeAccount('acme', 100);
    await scene.makeRestored(acme);
    scene.loseLedger();
    expect([await scene.run('rebuild'), scene.err]).toEqual([0, '']);
    expect(scene.out).toContain('Left out 1 AdJob without status that the archive has: ads/');
    expect(await scene.balanceOf(acme)).toMatchObject({ reserved: 0, available: 100 });
    expect([await scene.run('verify'), scene.err]).toEqual([0, '']);
  });

  test('ledger rebuild names the jobs without status that it would run, and requires --yes', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const names = Array.from({ length: 7 }, () => uuidV7()).toSorted();
    for (const name of names) await scene.makeUnseen(acme, name);
    const annotations = { 'adwright.dev/run': 'another-uid hash-of-another-request' };
    const spec = imageSpec({ accountRef: { name: 'acme' }, apiKeyRef: undefined });
    await scene.store.create(adJobKind, { metadata: { namespace, name: 'edited-copy', annotations }, spec });
    scene.loseLedger();
    expect(await scene.run('rebuild')).toBe(1);
    const listed = names.slice(0, 5).map((name) => `ads/${name}`);
    expect(scene.err).toContain(
      `7 AdJobs without status and without a record in the archive: ${listed.join(', ')} and 2 more.`,
    );
    expect(scene.err).toContain('reserves their credits and the controller runs them');
    expect(scene.err).toContain('add --yes');
    expect(await scene.ledger.audit.position()).toBeUndefined();
    expect(await scene.run('rebuild', '--yes')).toBe(0);
    expect(scene.out).toContain('7 AdJobs without status');
    expect(await scene.balanceOf(acme)).toMatchObject({ reserved: 7 * price });
  });

  test('ledger rebuild names a copy of an applied AdJob unless the archive has it', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const record = await scene.makeRestored(acme, 'spring-sale');
    scene.loseLedger();
    expect([await scene.run('rebuild'), scene.err]).toEqual([0, '']);
    expect(scene.out).toContain('that the archive has: ads/spring-sale.');
    await scene.archive.delete(record.jobId);
    scene.loseLedger();
    expect(await scene.run('rebuild')).toBe(1);
    expect(scene.err).toContain('1 AdJob without status and without a record in the archive: ads/spring-sale.');
  });

  test('ledger rebuild restores no hold for an id that two jobs claim, or for an applied job', async () => {
    const [acme, other] = [await scene.makeAccount('acme', 100), await scene.makeAccount('acme', 100, 'elsewhere')];
    const made = there(await scene.makeUnseen(acme));
    await scene.createJob({ namespace: 'elsewhere', name: made.key.name }, other);
    await scene.store.create(adJobKind, {
      metadata: { namespace, name: uuidV7() },
      spec: imageSpec({ accountRef: { name: 'acme' } }),
    });
    scene.loseLedger();
    expect(await scene.run('rebuild', '--all-namespaces', '--yes')).toBe(0);
    expect(await scene.ledger.audit.listHolds({ limit: 10 })).toEqual([]);
  });

  test('ledger rebuild writes the new position and balance to the accounts', async () => {
    const acme = await scene.makeAccount('acme', 100);
    await mirror(scene, acme);
    scene.loseLedger();
    await scene.run('rebuild');
    const position = await scene.ledger.audit.position();
    expect(await scene.statusOf(acme)).toMatchObject({
      ledger: { ...position, retired: 0 },
      credits: { granted: 100, reserved: 0, spent: 0, available: 100 },
    });
    expect(await scene.run('verify')).toBe(0);
  });

  test('an interrupted ledger rebuild can be repeated with the same result', async () => {
    const acme = await scene.makeAccount('acme', 100);
    const made = there(await scene.makeJob(acme));
    await scene.succeed(made);
    await scene.succeed(there(await scene.makeJob(acme)));
    await scene.retire(made);
    await mirror(scene, acme);
    const before = await scene.balanceOf(acme);
    scene.loseLedger();
    for (const call of ['patch', 'patchStatus'] as const) {
      const cut = new SpiedStore(scene.store);
      cut.failNext(call, new TypeError('cut'), 'before');
      scene.through = { store: cut };
      await expect(scene.run('rebuild', '--yes')).rejects.toThrow('cut');
    }
    scene.through = {};
    expect(await scene.run('rebuild', '--yes')).toBe(0);
    expect(await scene.balanceOf(acme)).toEqual(before);
  });
});
