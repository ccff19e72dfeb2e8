import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { v7 as uuidV7 } from 'uuid';
import type { AuditDeps } from '../../src/controllers/audit/deps.ts';
import { createAudit } from '../../src/controllers/audit/controller.ts';
import { adAccountKind, adJobKind } from '../../src/domain/kinds.ts';
import type { Hold, LedgerAudit } from '../../src/ledger/port.ts';
import { fencedLedger } from '../../src/runtime/fenced-ledger.ts';
import { NotLeadingError } from '../../src/runtime/fence.ts';
import { StoreError } from '../../src/objects/store-error.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { acme, admit, namespace, price } from '../support/installation/objects.ts';
import { AuditRig, minute } from '../support/ledger/audit-rig.ts';
import { until } from '../support/process/until.ts';

let rig: AuditRig;
beforeEach(async () => {
  rig = await AuditRig.open();
});
afterEach(() => rig.close());

const balance = async () => {
  const { reserved, spent, available } = await rig.ledger.balance(acme);
  return { reserved, spent, available };
};
const logged = (level: string) => rig.lines.filter((line) => line.level === level);

/** Returns the ledger's audit port with the given calls replaced. */
function auditWith(change: Partial<LedgerAudit>): LedgerAudit {
  const { audit } = rig.ledger;
  return {
    position: () => audit.position(),
    begin: (epoch) => audit.begin(epoch),
    listHolds: (page) => audit.listHolds(page),
    restoreHold: (hold) => audit.restoreHold(hold),
    sums: (account) => audit.sums(account),
    rebuild: (accounts, epoch) => audit.rebuild(accounts, epoch),
    ...change,
  };
}

function ledgerWith(change: Partial<LedgerAudit>): AuditDeps['ledger'] {
  const { ledger } = rig;
  return {
    settle: (jobId, uid) => ledger.settle(jobId, uid),
    release: (jobId, uid) => ledger.release(jobId, uid),
    balance: (account) => ledger.balance(account),
    audit: auditWith(change),
  };
}

/** Writes the condition `GrantsApplied` of the account with a reason, for the current generation. */
async function writeGrantsApplied(reason: string): Promise<void> {
  const { generation } = (await rig.store.get(adAccountKind, acme))?.metadata ?? { generation: 0 };
  const applied = { type: 'GrantsApplied', status: reason === 'Applied' ? 'True' : 'False', reason, message: '' };
  const condition = { ...applied, observedGeneration: generation, lastTransitionTime: '2026-11-01T12:00:00Z' };
  await rig.store.patchStatus(adAccountKind, acme, { status: { conditions: [condition] } });
}

test('the audit compares no grants while the controller applies none', async () => {
  await writeGrantsApplied('FilesForeign');
  await rig.pass();
  expect(await rig.findings()).toEqual({});
});

test('the audit reports credits that the ledger has granted and the account does not list', async () => {
  await writeGrantsApplied('Applied');
  await rig.pass();
  expect(await rig.findings()).toEqual({ sums: 1 });
  expect(logged('error')[0]?.msg).toContain('The ledger has granted 1000 credits, but the AdAccount lists 0.');
});

test('the audit repairs nothing while all jobs wait', async () => {
  const job = await rig.job();
  await rig.remove(job);
  let isHalted = true;
  await rig.pass({ isHalted: () => isHalted });
  await rig.passes(12);
  expect([await rig.corrected(), (await balance()).reserved]).toEqual([{}, price]);
  isHalted = false;
  await rig.passes(12);
  expect((await balance()).reserved).toBe(0);
});

test('an audit of a consistent ledger repairs nothing and finds nothing', async () => {
  await rig.job();
  const finished = await rig.job();
  await rig.ledger.settle(finished.metadata.name, finished.metadata.uid);
  await rig.finish(finished, 'SUCCESS');
  await rig.passes(12);
  expect(rig.lines).toEqual([]);
  expect(rig.toBeClosed).toEqual([]);
  expect([await rig.corrected(), await rig.findings()]).toEqual([{}, {}]);
  expect(await balance()).toEqual({ reserved: price, spent: price, available: 1_000 - 2 * price });
});

describe('the open hold of a job that has ended', () => {
  test('the hold of a job that has just ended is handed to the pipeline and not counted as repaired', async () => {
    const job = await rig.job();
    await rig.clock.advance(10 * minute);
    await rig.finish(job, 'SUCCESS');
    await rig.pass();
    const { namespace, name } = job.metadata;
    expect(rig.toBeClosed).toContainEqual({ namespace, name });
    expect(await rig.corrected()).toEqual({});
    expect(await balance()).toMatchObject({ reserved: price, spent: 0 });
  });

  test('the hold of a job that ended more than five minutes ago is counted as closed once', async () => {
    await rig.finish(await rig.job(), 'FAILED');
    await rig.passes(5);
    expect(await rig.corrected()).toEqual({});
    await rig.passes(3);
    expect(await rig.corrected()).toEqual({ closed: 1 });
    expect(await rig.mended()).toEqual({ closed: 1 });
    expect(logged('warn')).toHaveLength(1);
  });

  test('the hold of an ended job that the cache lacks is found by an API read', async () => {
    const job = await rig.job();
    await rig.finish(job, 'SUCCESS');
    rig.cache.clear();
    await rig.clock.advance(6 * minute);
    await rig.pass();
    expect(rig.toBeClosed).toHaveLength(1);
    expect(await balance()).toMatchObject({ reserved: price });
  });
});

describe('the open hold of a missing job', () => {
  test('the hold of a deleted job is released after five minutes', async () => {
    const job = await rig.job();
    await rig.remove(job);
    await rig.passes(5);
    expect(await balance()).toMatchObject({ reserved: price });
    await rig.passes(2);
    expect(await balance()).toEqual({ reserved: 0, spent: 0, available: 1_000 });
    expect(await rig.corrected()).toEqual({ released: 1 });
    expect(logged('warn')).toEqual([
      expect.objectContaining({ jobId: job.metadata.name, account: acme, credits: price }),
    ]);
  });

  test('the hold of a deleted job is released once another AdJob of its name has an id of its own', async () => {
    const job = await rig.job();
    await rig.remove(job);
    const { namespace, name } = job.metadata;
    const other = await rig.store.create(adJobKind, { metadata: { namespace, name }, spec: imageSpec() });
    await rig.passes(8);
    expect(await rig.corrected()).toEqual({});
    await rig.write(other.metadata, { phase: 'PROCESSING', jobId: other.metadata.uid, credits: { required: price } });
    await rig.passes(8);
    expect(await rig.corrected()).toMatchObject({ released: 1 });
  });

  test("the hold of an AdJob with another job id is released, and the AdJob's own hold stays", async () => {
    const job = await rig.job();
    const { uid, namespace, name } = job.metadata;
    const own = { jobId: uid, account: acme, credits: price, object: { namespace, name, uid } };
    await rig.ledger.audit.restoreHold(own);
    await rig.write(job.metadata, { phase: 'PROCESSING', jobId: uid, credits: { required: price } });
    await rig.passes(8);
    expect(await rig.ledger.audit.listHolds({ limit: 10 })).toMatchObject([{ jobId: uid }]);
    expect(await rig.corrected()).toEqual({ released: 1 });
  });

  test('a hold stays if its AdJob is missing only in the cache', async () => {
    await rig.job();
    rig.cache.clear();
    await rig.passes(8);
    expect(await balance()).toMatchObject({ reserved: price });
  });

  test('a hold stays while an intent may still create its AdJob', async () => {
    const jobId = await admitUnseen();
    await rig.passes(8);
    expect(await balance()).toMatchObject({ reserved: price });
    await rig.ledger.intents.drop(jobId);
    await rig.pass();
    expect(await balance()).toMatchObject({ reserved: 0 });
    expect(await rig.corrected()).toEqual({ released: 1 });
  });

  test('a hold stays if an AdJob exists to which it may belong', async () => {
    const jobId = await admitUnseen();
    await rig.ledger.intents.drop(jobId);
    await rig.store.create(adJobKind, { metadata: { namespace: 'default', name: jobId }, spec: imageSpec() });
    await rig.passes(8);
    expect(await balance()).toMatchObject({ reserved: price });
  });

  async function admitUnseen(): Promise<string> {
    const jobId = uuidV7();
    await admit(rig, { namespace, name: jobId });
    return jobId;
  }
});

describe('an admitted job without a hold', () => {
  test('a missing hold is restored after five minutes, even if the balance becomes negative', async () => {
    const job = await rig.job({ credits: { required: 1_500 } });
    rig.loseEntry(job);
    await rig.passes(5);
    expect(await balance()).toMatchObject({ reserved: 0 });
    await rig.passes(2);
    expect(await balance()).toEqual({ reserved: 1_500, spent: 0, available: -500 });
    expect(await rig.corrected()).toEqual({ restored: 1 });
    expect(await rig.ledger.settle(job.metadata.name, job.metadata.uid)).toBe('done');
  });

  test('no hold is restored for a job that has ended; an uncharged success is reported', async () => {
    const job = await rig.job();
    const cached = new Map(rig.cache);
    await rig.finish(job, 'SUCCESS');
    for (const [key, view] of cached) rig.cache.set(key, view);
    rig.loseEntry(job);
    await rig.passes(8);
    expect(await rig.corrected()).toEqual({});
    expect(await rig.findings()).toEqual({ uncharged: 1 });
    rig.cache.clear();
    await rig.pass();
    expect(await rig.findings()).toEqual({ uncharged: 1 });
    expect(logged('error')).toEqual([expect.objectContaining({ kind: 'uncharged', jobId: job.metadata.name })]);
    expect(await balance()).toEqual({ reserved: 0, spent: 0, available: 1_000 });
    await rig.remove(job);
    await rig.pass();
    expect(await rig.findings()).toEqual({});
  });

  test('no hold is restored for a job that is being deleted', async () => {
    const job = await rig.job();
    rig.loseEntry(job);
    await rig.store.patch(adJobKind, job.metadata, { metadata: { finalizers: ['adwright.dev/cleanup'] } });
    await rig.store.delete(adJobKind, job.metadata);
    await rig.passes(8);
    expect(await balance()).toMatchObject({ reserved: 0 });
  });

  test('a job whose hold was closed early is reported and not repaired', async () => {
    const job = await rig.job();
    await rig.ledger.release(job.metadata.name, job.metadata.uid);
    await rig.passes(8);
    expect(await rig.corrected()).toEqual({});
    expect(await rig.findings()).toEqual({ contradiction: 1 });
    expect(logged('error')).toHaveLength(1);
    expect(await balance()).toMatchObject({ reserved: 0 });
  });

  test('a job that was never admitted needs no hold', async () => {
    const job = await rig.job({ conditions: [] });
    rig.loseEntry(job);
    await rig.passes(8);
    expect(await balance()).toMatchObject({ reserved: 0 });
  });
});

describe('the ledger of an account', () => {
  const remember = (ledger: { epoch: string; sequence: number }) =>
    rig.store.patchStatus(adAccountKind, acme, { status: { ledger } });

  test('wrong sums of an account are reported and not repaired', async () => {
    rig.tamper('UPDATE accounts SET reserved = reserved + 7');
    await rig.passes(3);
    expect(await rig.findings()).toEqual({ sums: 1 });
    expect(logged('error')).toEqual([expect.objectContaining({ kind: 'sums', account: acme })]);
    expect(await balance()).toMatchObject({ reserved: 7 });
    rig.tamper('UPDATE accounts SET reserved = reserved - 7');
    await rig.pass();
    expect(await rig.findings()).toEqual({});
  });

  test('changes between two reads are not reported as wrong sums', async () => {
    const sums: LedgerAudit['sums'] = async (account) => {
      await rig.job();
      return rig.ledger.audit.sums(account);
    };
    await rig.pass({ ledger: ledgerWith({ sums }) });
    expect(await rig.findings()).toEqual({});
  });

  test.each<[string, () => Promise<unknown> | undefined]>([
    ['of another epoch', () => remember({ epoch: 'epoch-0', sequence: 1 })],
    ['older than the recorded position', () => remember({ epoch: 'epoch-1', sequence: 1_000 })],
    ['gone', () => (rig.tamper('UPDATE books SET epoch = NULL'), remember({ epoch: 'epoch-1', sequence: 1 }))],
  ])('a ledger that is %s is reported as lost, and nothing is repaired', async (_, lose) => {
    await rig.remove(await rig.job());
    rig.loseEntry(await rig.job());
    const before = await balance();
    await rig.finish(await rig.job(), 'SUCCESS');
    await lose();
    await rig.passes(8);
    expect(await rig.findings()).toEqual({ lost: 1 });
    expect(await rig.corrected()).toEqual({});
    expect(rig.toBeClosed).toEqual([]);
    rig.tamper("UPDATE books SET epoch = 'epoch-1'");
    expect((await balance()).reserved).toBe(before.reserved + price);
  });

  test('a ledger that has never been begun is no finding of the audit', async () => {
    rig.tamper('UPDATE books SET epoch = NULL');
    await rig.passes(2);
    expect(await rig.findings()).toEqual({});
    expect(rig.lines).toEqual([]);
  });
});

describe('audit passes', () => {
  test('a pass of the audit continues after a job that it cannot read', async () => {
    const jobs = [await rig.job(), await rig.job(), await rig.job()];
    for (const job of jobs) await rig.remove(job);
    const bad = jobs[0]?.metadata.name;
    const { store } = rig;
    const get: AuditDeps['store']['get'] = (kind, key) =>
      key.name === bad ? Promise.reject(new StoreError('Unavailable', 'No.')) : store.get(kind, key);
    await rig.pass({ store: { get, list: (kind, options) => store.list(kind, options) } });
    await rig.passes(6);
    expect(await rig.corrected()).toEqual({ released: 2 });
    expect(logged('warn')).toContainEqual(expect.objectContaining({ jobId: bad, account: acme }));
  });

  test('a pass of the audit continues after an account whose sums cannot be read', async () => {
    await rig.remove(await rig.job());
    const sums = () => Promise.reject(new Error('No.'));
    await rig.pass({ ledger: ledgerWith({ sums }) });
    await rig.passes(6);
    expect(await rig.corrected()).toEqual({ released: 1 });
  });

  test('a pass of the audit ends silently when another process leads', async () => {
    for (let n = 0; n < 3; n += 1) await rig.finish(await rig.job(), 'SUCCESS');
    let asked = 0;
    const closeHold = (): void => {
      asked += 1;
      throw new NotLeadingError();
    };
    await rig.pass({ closeHold });
    expect(asked).toBe(1);
    expect(rig.lines).toEqual([]);
  });

  test('a pass of the audit without leadership writes nothing and logs nothing', async () => {
    await rig.remove(await rig.job());
    rig.loseEntry(await rig.job());
    const before = await rig.ledger.audit.position();
    const leadership = { holds: () => false };
    await rig.pass({ ledger: fencedLedger(rig.ledger, leadership) });
    await rig.passes(8);
    expect([await rig.ledger.audit.position(), await rig.corrected(), rig.lines]).toEqual([before, {}, []]);
  });

  test('a failed pass of the audit is logged once, and the next one runs a minute later', async () => {
    let asked = 0;
    const listHolds = (): Promise<Hold[]> => Promise.reject(new Error(`No ${(asked += 1)}.`));
    await rig.pass({ ledger: ledgerWith({ listHolds }) });
    expect([asked, logged('warn').length]).toEqual([1, 1]);
    await rig.pass();
    expect(asked).toBe(2);
  });

  test('a pass of the audit over 100,000 holds yields to the event loop and stops at once on abort', async () => {
    const stop = new AbortController();
    const createdTime = rig.clock.now().toISOString();
    const hold = (n: number): Hold => {
      const jobId = String(n).padStart(6, '0');
      const object = { namespace: 'default', name: jobId, uid: jobId };
      return { jobId, account: acme, credits: price, createdTime, object, hasIntent: false };
    };
    let pages = 0;
    const listHolds: LedgerAudit['listHolds'] = ({ limit, after }) => {
      pages += 1;
      const from = after === undefined ? 0 : Number(after) + 1;
      return Promise.resolve(Array.from({ length: Math.min(limit, 100_000 - from) }, (_, n) => hold(from + n)));
    };
    let turns = 0;
    let isCounting = true;
    const count = (): void => {
      turns += 1;
      if (isCounting) setImmediate(count);
    };
    setImmediate(count);
    const audit = createAudit({ ...rig.deps, ledger: ledgerWith({ listHolds }) });
    audit.start(stop.signal);
    await until(() => rig.clock.sleeping > 0);
    isCounting = false;
    const wholePages = pages;
    expect(wholePages).toBeGreaterThanOrEqual(200);
    expect(turns).toBeGreaterThanOrEqual(wholePages - 1);
    await rig.clock.advance(minute);
    stop.abort();
    await audit.drain();
    expect(pages).toBeLessThan(wholePages + 20);
  });
});
