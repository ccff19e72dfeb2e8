import { describe, expect, test } from '@jest/globals';
import { imageSpec } from '../../../test/support/build-job.ts';
import { admitted, alive, decideScene, ended, kinds, onConcept } from '../../../test/support/pipeline-scene.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';

const erased = [{ kind: 'delete-files' }, { kind: 'remove-finalizer' }];

describe('deletion', () => {
  const deleted = { deletionTimestamp: '2026-11-01T12:00:04Z' };

  test('deletion stops live attempts first', () => {
    const status = onConcept();
    const decision = decideScene({ metadata: deleted, status, attempts: [alive('concept', 1)] });
    expect(decision.actions).toEqual([{ kind: 'stop' }]);
    expect(decision.status).toEqual(status);
  });

  test('deletion erases nothing until every attempt is removed, even those that have ended', () => {
    const decision = decideScene({ metadata: deleted, status: onConcept(), attempts: [ended('concept', 1)] });
    expect(kinds(decision)).toEqual(['stop']);
    expect(decision.requeueAfterMs).toBeLessThan(1_000);
  });

  test.each([
    ['the hold of a deleted unfinished job is released', onConcept(), 'release'],
    ['the hold of a deleted failed job is released', { ...onConcept(), phase: 'FAILED' }, 'release'],
    ['the hold of a deleted successful job is charged', { ...onConcept(), phase: 'SUCCESS' }, 'charge'],
  ] as const)('%s, and its charge is retired', (_, status, as) => {
    const decision = decideScene({ metadata: deleted, status });
    expect(decision.actions).toEqual([{ kind: 'close-hold', as }, { kind: 'retire' }]);
    expect(decision.status).toEqual(status);
  });

  test('deletion drops the cancelled intent of the job', () => {
    const admission = { kind: 'admitted', credits: 5, isCancelled: true } as const;
    expect(kinds(decideScene({ metadata: deleted, admission }))).toEqual(['drop-intent', 'close-hold', 'retire']);
  });

  describe('a deleted job with a callback', () => {
    const spec = imageSpec({ callbackUrl: 'https://a.example/' });

    test.each<[string, DeliveryStatus | undefined]>([
      ['that has not begun', undefined],
      ['that is pending', { state: 'pending', attempts: 2, nextAttemptTime: '2026-11-01T12:05:00Z' }],
    ])('deletion abandons a callback %s', (_, delivery) => {
      const status = { ...onConcept(), ...(delivery && { delivery }) };
      const decision = decideScene({ metadata: deleted, status, spec });
      expect(kinds(decision)).toEqual(['close-hold', 'retire']);
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
        expect(decideScene({ metadata: deleted, status, spec }).status).toEqual(status);
      },
    );
  });

  const at = { epoch: 'epoch-1', sequence: 12 };

  test('deletion records the retirement position in an annotation, then waits until the account status has copied it', () => {
    const scene = { metadata: deleted, status: onConcept(), retirement: { at, isCopied: true, isConfirmed: true } };
    expect(decideScene(scene).actions).toEqual([{ kind: 'note-retirement', at }]);
    const noted = { ...deleted, annotations: { 'adwright.dev/retired-at': '12@epoch-1' } };
    const waiting = decideScene({ ...scene, metadata: noted, retirement: { at, isCopied: false, isConfirmed: true } });
    expect(waiting.actions).toEqual([{ kind: 'expect-copy' }]);
    expect(waiting.requeueAfterMs).toBeLessThan(1_000);
    expect(decideScene({ ...scene, metadata: noted }).actions).toEqual(erased);
  });

  test('an unconfirmed retirement position is confirmed to the ledger before the later steps of deletion', () => {
    const noted = { ...deleted, annotations: { 'adwright.dev/retired-at': '12@epoch-1' } };
    const actionsOf = (metadata: typeof deleted, isCopied: boolean) =>
      kinds(decideScene({ metadata, status: onConcept(), retirement: { at, isCopied, isConfirmed: false } }));
    expect(actionsOf(deleted, true)).toEqual(['note-retirement', 'confirm-note']);
    expect(actionsOf(noted, false)).toEqual(['confirm-note', 'expect-copy']);
    expect(actionsOf(noted, true)).toEqual(['confirm-note', 'delete-files', 'remove-finalizer']);
  });

  test('a retirement position of a new ledger epoch replaces the recorded one', () => {
    const anew = { epoch: 'epoch-2', sequence: 12 };
    const noted = { ...deleted, annotations: { 'adwright.dev/retired-at': '12@epoch-1' } };
    const scene = { metadata: noted, status: onConcept(), retirement: { at: anew, isCopied: true, isConfirmed: true } };
    expect(decideScene(scene).actions).toEqual([{ kind: 'note-retirement', at: anew }]);
  });

  test('deletion without a charge or an account deletes the files and removes the finalizer at once', () => {
    const retirement = { at: undefined, isCopied: true, isConfirmed: true };
    expect(decideScene({ metadata: deleted, status: onConcept(), retirement }).actions).toEqual(erased);
  });

  test('deletion keeps the files of an archived job', () => {
    const metadata = { ...deleted, annotations: { 'adwright.dev/archived': 'true' } };
    const retirement = { at: undefined, isCopied: true, isConfirmed: true };
    expect(decideScene({ metadata, status: onConcept(), retirement }).actions).toEqual([{ kind: 'remove-finalizer' }]);
  });

  test('deletion does nothing if our finalizer is absent', () => {
    const decision = decideScene({ metadata: { ...deleted, finalizers: ['other/one'] }, status: onConcept() });
    expect(decision.actions).toEqual([]);
  });
});
