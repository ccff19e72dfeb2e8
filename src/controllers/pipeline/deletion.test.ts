import { describe, expect, test } from '@jest/globals';
import { imageSpec } from '../../../test/support/build-job.ts';
import { admitted, alive, decideScene, effects, ended, onConcept } from '../../../test/support/pipeline-scene.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';

const erased = { deletion: { files: true }, finalizer: 'remove' };

describe('deletion', () => {
  const deleted = { deletionTimestamp: '2026-11-01T12:00:04Z' };

  test('stages are stopped first', () => {
    const status = onConcept();
    const decision = decideScene({ metadata: deleted, status, attempts: [alive('concept', 1)] });
    expect(effects(decision)).toEqual({ stops: {} });
    expect(decision.status).toEqual(status);
  });

  test('nothing is erased before every stage is forgotten, those that have ended too', () => {
    const decision = decideScene({ metadata: deleted, status: onConcept(), attempts: [ended('concept', 1)] });
    expect(effects(decision)).toEqual({ stops: {} });
    expect(decision.requeueAfterMs).toBeLessThan(1_000);
  });

  test.each([
    ['one that goes on is released', onConcept(), 'release'],
    ['one that has failed is released', { ...onConcept(), phase: 'FAILED' }, 'release'],
    ['one that has succeeded stays charged', { ...onConcept(), phase: 'SUCCESS' }, 'settle'],
  ] as const)('then the hold is closed and the charge retired: %s', (_, status, close) => {
    const decision = decideScene({ metadata: deleted, status });
    expect(effects(decision)).toEqual({ money: { close, retire: true } });
    expect(decision.status).toEqual(status);
  });

  test('an intent that was cancelled goes with it', () => {
    const admission = { kind: 'admitted', credits: 5, isCancelled: true } as const;
    expect(effects(decideScene({ metadata: deleted, admission }))).toEqual({
      money: { close: 'release', dropIntent: true, retire: true },
    });
  });

  describe('of a job with a callback', () => {
    const spec = imageSpec({ callbackUrl: 'https://a.example/' });

    test.each<[string, DeliveryStatus | undefined]>([
      ['that nobody has begun to deliver', undefined],
      ['that is still to be delivered', { state: 'pending', attempts: 2, nextAttemptTime: '2026-11-01T12:05:00Z' }],
    ])('%s, it is abandoned', (_, delivery) => {
      const status = { ...onConcept(), ...(delivery && { delivery }) };
      const decision = decideScene({ metadata: deleted, status, spec });
      expect(effects(decision)).toEqual({ money: { close: 'release', retire: true } });
      expect(decision.status.delivery).toEqual({ ...(delivery && { attempts: 2 }), state: 'abandoned' });
      expect(decision.status.conditions).toEqual([
        admitted,
        expect.objectContaining({ type: 'CallbackDelivered', status: 'False', reason: 'Abandoned' }),
      ]);
    });

    test.each(['delivered', 'gave_up', 'gone', 'abandoned'] as const)('that is %s, nothing is written', (state) => {
      const status = { ...onConcept(), delivery: { state } };
      expect(decideScene({ metadata: deleted, status, spec }).status).toEqual(status);
    });
  });

  const at = { epoch: 'epoch-1', sequence: 12 };

  test('from where on the charge is retired is noted, and the account waited for', () => {
    const scene = { metadata: deleted, status: onConcept(), retirement: { at, isCopied: true, isConfirmed: true } };
    expect(effects(decideScene(scene))).toEqual({ patch: { retiredAt: at } });
    const noted = { ...deleted, annotations: { 'adwright.dev/retired-at': '12@epoch-1' } };
    const waiting = decideScene({ ...scene, metadata: noted, retirement: { at, isCopied: false, isConfirmed: true } });
    expect(effects(waiting)).toEqual({ money: { expectCopy: true } });
    expect(waiting.requeueAfterMs).toBeLessThan(1_000);
    expect(effects(decideScene({ ...scene, metadata: noted }))).toEqual(erased);
  });

  test('the ledger is told once that it is noted, before anything else is done', () => {
    const noted = { ...deleted, annotations: { 'adwright.dev/retired-at': '12@epoch-1' } };
    const effectsOf = (metadata: typeof deleted, isCopied: boolean) =>
      effects(decideScene({ metadata, status: onConcept(), retirement: { at, isCopied, isConfirmed: false } }));
    expect(effectsOf(deleted, true)).toEqual({ patch: { retiredAt: at }, money: { confirmRetirement: at } });
    expect(effectsOf(noted, false)).toEqual({ money: { confirmRetirement: at, expectCopy: true } });
    expect(effectsOf(noted, true)).toEqual({ money: { confirmRetirement: at }, ...erased });
  });

  test('a position in books that were made anew replaces the one that was noted', () => {
    const anew = { epoch: 'epoch-2', sequence: 12 };
    const noted = { ...deleted, annotations: { 'adwright.dev/retired-at': '12@epoch-1' } };
    const scene = { metadata: noted, status: onConcept(), retirement: { at: anew, isCopied: true, isConfirmed: true } };
    expect(effects(decideScene(scene))).toEqual({ patch: { retiredAt: anew } });
  });

  test('where nothing was charged, or no account is there, files and finalizer go at once', () => {
    const retirement = { at: undefined, isCopied: true, isConfirmed: true };
    expect(effects(decideScene({ metadata: deleted, status: onConcept(), retirement }))).toEqual(erased);
  });

  test('the files of a job that the archive shows stay', () => {
    const metadata = { ...deleted, annotations: { 'adwright.dev/archived': 'true' } };
    const retirement = { at: undefined, isCopied: true, isConfirmed: true };
    expect(effects(decideScene({ metadata, status: onConcept(), retirement }))).toEqual({ finalizer: 'remove' });
  });

  test('without our finalizer there is nothing to do', () => {
    const decision = decideScene({ metadata: { ...deleted, finalizers: ['other/one'] }, status: onConcept() });
    expect(effects(decision)).toEqual({});
  });
});
