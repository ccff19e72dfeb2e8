import type { OperationRecord } from '../../../src/models/records/operation-record.ts';

/** Returns the record of a call of a model that is used in tests, changed as given. */
export function sampleRecord(change: Partial<OperationRecord> = {}): OperationRecord {
  return {
    ...{ format: 1, port: 'image', number: 1, entry: 'painter', provider: 'openai-compatible', model: 'flux' },
    ...{ system: null, prompt: 'A table by a window.' },
    ...{ inputSha256: 'a1'.repeat(32), idempotencyKey: 'b2'.repeat(32) },
    callId: '0197a3c2-5b1e-8f00-9d3a-4c1e2b7f6a55',
    ...{ state: 'answered', handle: null },
    ...{ startTime: '2026-03-01T10:00:00.000Z', endTime: '2026-03-01T10:00:04.000Z' },
    ...{ priceMicroUsd: 40_000, repeats: 0, costMicroUsd: 40_000 },
    answer: { sha256: 'c3'.repeat(32), bytes: 3, mediaType: 'image/png' },
    ...{ failure: null, refusals: [] },
    ...change,
  };
}
