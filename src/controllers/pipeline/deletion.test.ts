import { describe, expect, test } from '@jest/globals';
import { alive, decideScene, ended, kinds, onConcept } from '../../../test/support/pipeline-scene.ts';

describe('deletion', () => {
  const deleted = { deletionTimestamp: '2026-11-01T12:00:04Z' };

  test('stages are stopped first', () => {
    const status = onConcept();
    const decision = decideScene({ metadata: deleted, status, attempts: [alive('concept', 1)] });
    expect(decision.actions).toEqual([{ kind: 'stop' }]);
    expect(decision.status).toEqual(status);
  });

  test('nothing is erased before every stage is forgotten, those that have ended too', () => {
    const decision = decideScene({ metadata: deleted, status: onConcept(), attempts: [ended('concept', 1)] });
    expect(kinds(decision)).toEqual(['stop']);
    expect(decision.requeueAfterMs).toBeLessThan(1_000);
  });

  test('then files go, then the finalizer', () => {
    const decision = decideScene({ metadata: deleted, status: onConcept() });
    expect(decision.actions).toEqual([{ kind: 'delete-files' }, { kind: 'remove-finalizer' }]);
  });

  test('without our finalizer there is nothing to do', () => {
    const decision = decideScene({ metadata: { ...deleted, finalizers: ['other/one'] }, status: onConcept() });
    expect(decision.actions).toEqual([]);
  });
});
