import { describe, expect, test } from '@jest/globals';
import { imageSpec } from '../../../test/support/pipeline/build-job.ts';
import {
  admitted,
  alive,
  decideSituation,
  effects,
  ended,
  onConcept,
} from '../../../test/support/pipeline/job-situation.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';

const erased = { deletion: { files: true }, finalizer: 'remove' };

describe('deletion', () => {
  const deleted = { deletionTimestamp: '2026-11-01T12:00:04Z' };

  test('deletion stops live attempts first', () => {
    const status = onConcept();
    const decision = decideSituation({ metadata: deleted, status, attempts: [alive('concept', 1)] });
    expect(effects(decision)).toEqual({ stops: {} });
    expect(decision.status).toEqual(status);
  });

  test('deletion erases nothing until every attempt is removed, even those that have ended', () => {
    const decision = decideSituation({ metadata: deleted, status: onConcept(), attempts: [ended('concept', 1)] });
    expect(effects(decision)).toEqual({ stops: {} });
    expect(decision.requeueAfterMs).toBeLessThan(1_000);
  });

  test.each([
    ['the hold of a deleted unfinished job is released', onConcept(), 'release'],
    ['the hold of a deleted failed job is released', { ...onConcept(), phase: 'FAILED' }, 'release'],
    ['the hold of a deleted successful job is charged', { ...onConcept(), phase: 'SUCCESS' }, 'settle'],
  ] as const)('%s, and its charge is retired', (_, status, close) => {
    const decision = decideSituation({ metadata: deleted, status });
    expect(effects(decision)).toEqual({ money: { close, retire: true } });
    expect(decision.status).toEqual(status);
  });

  test('deletion drops the cancelled intent of the job', () => {
    const admission = { kind: 'admitted', credits: 5, isCancelled: true } as const;
    expect(effects(decideSituation({ metadata: deleted, admission }))).toEqual({
      money: { close: 'release', dropIntent: true, retire: true },
    });
  });

  describe('a deleted job with a callback', () => {
    const spec = imageSpec({ callbackUrl: 'https://a.example/' });

    test.each<[string, DeliveryStatus | undefined]>([
      ['that has not begun', undefined],
      ['that is pending', { state: 'pending', attempts: 2, nextAttemptTime: '2026-11-01T12:05:00Z' }],
    ])('deletion abandons a callback %s', (_, delivery) => {
      const status = { ...onConcept(), ...(delivery && { delivery }) };
      const decision = decideSituation({ metadata: deleted, status, spec });
      expect(effects(decision)).toEqual({ money: { close: 'release', retire: true } });
      expect(decision.status.delivery).toEqual({ ...(delivery && { attempts: 2 }), state: 'abandoned' });
      expect(decision.status.conditions).toEqual([
        admitted,
        expect.objectContaining({ type: 'CallbackDelivered', status: 'False', reason: 'Abandoned' }),
      ]);
    });

    test.each(['delivered', 'gave_up', 'gone', 'abandoned'] as const)(
      'deletion leaves the delivery status %s unchanged',
      (state) => {
        const status = { ...onConcept(), delivery: { state } };
        expect(decideSituation({ metadata: deleted, status, spec }).status).toEqual(status);
      },
    );
  });

  const at = { epoch: 'epoch-1', sequence: 12 };

  test('deletion records the retirement position in an annotation, then waits until the account status has copied it', () => {
    const situation = { metadata: deleted, status: onConcept(), retirement: { at, isCopied: true, isConfirmed: true } };
    expect(effects(decideSituation(situation))).toEqual({ patch: { retiredAt: at } });
    const noted = { ...deleted, annotations: { 'adwright.dev/retired-at': '12@epoch-1' } };
    const waiting = decideSituation({
      ...situation,
      metadata: noted,
      retirement: { at, isCopied: false, isConfirmed: true },
    });
    expect(effects(waiting)).toEqual({ money: { expectCopy: true } });
    expect(waiting.requeueAfterMs).toBeLessThan(1_000);
    expect(effects(decideSituation({ ...situation, metadata: noted }))).toEqual(erased);
  });

  test('a deleted job keeps its finalizer until the audit log has the rows of its annotations', () => {
    const noted = { 'adwright.dev/retired-at': '12@epoch-1' };
    const retirement = { at, isCopied: true, isConfirmed: true };
    const decided = (annotations: Record<string, string>) =>
      decideSituation({ metadata: { ...deleted, annotations }, status: onConcept(), retirement });
    expect(effects(decided({ ...noted, 'adwright.dev/audit-log.x': '{}' }))).toEqual({});
    expect(decided({ ...noted, 'adwright.dev/audit-log.x': '{}' }).requeueAfterMs).toBeGreaterThan(0);
    expect(effects(decided(noted))).toEqual(erased);
  });

  test('an unconfirmed retirement position is confirmed to the ledger before the later steps of deletion', () => {
    const noted = { ...deleted, annotations: { 'adwright.dev/retired-at': '12@epoch-1' } };
    const effectsOf = (metadata: typeof deleted, isCopied: boolean) =>
      effects(decideSituation({ metadata, status: onConcept(), retirement: { at, isCopied, isConfirmed: false } }));
    expect(effectsOf(deleted, true)).toEqual({ patch: { retiredAt: at }, money: { confirmRetirement: at } });
    expect(effectsOf(noted, false)).toEqual({ money: { confirmRetirement: at, expectCopy: true } });
    expect(effectsOf(noted, true)).toEqual({ money: { confirmRetirement: at }, ...erased });
  });

  test('a retirement position of a new ledger epoch replaces the recorded one', () => {
    const later = { epoch: 'epoch-2', sequence: 12 };
    const noted = { ...deleted, annotations: { 'adwright.dev/retired-at': '12@epoch-1' } };
    const situation = {
      metadata: noted,
      status: onConcept(),
      retirement: { at: later, isCopied: true, isConfirmed: true },
    };
    expect(effects(decideSituation(situation))).toEqual({ patch: { retiredAt: later } });
  });

  test('deletion without a charge or an account deletes the files and removes the finalizer at once', () => {
    const retirement = { at: undefined, isCopied: true, isConfirmed: true };
    expect(effects(decideSituation({ metadata: deleted, status: onConcept(), retirement }))).toEqual(erased);
  });

  test('deletion keeps the files of an archived job', () => {
    const metadata = { ...deleted, annotations: { 'adwright.dev/archived': 'true' } };
    const retirement = { at: undefined, isCopied: true, isConfirmed: true };
    expect(effects(decideSituation({ metadata, status: onConcept(), retirement }))).toEqual({ finalizer: 'remove' });
  });

  test('deletion does nothing if our finalizer is absent', () => {
    const decision = decideSituation({ metadata: { ...deleted, finalizers: ['other/one'] }, status: onConcept() });
    expect(effects(decision)).toEqual({});
  });
});
