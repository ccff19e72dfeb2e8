import { expect, test } from '@jest/globals';
import { imageSpec, videoSpec } from '../../../test/support/build-job.ts';
import { writeIntent } from '../../domain/intent.ts';
import type { Intent } from '../../ledger/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import { nextStep } from './next-step.ts';

const jobId = '01939d2c-7a10-7cc3-9a5b-3d1f0c1e2a4b';
const account = { namespace: 'default', name: 'acme' };

function payload(spec: AdJobSpec, metadata = { namespace: 'default', name: jobId }): string {
  return writeIntent({ metadata, spec });
}

const image = payload(imageSpec());
const video = payload(videoSpec());
const other = payload(imageSpec(), { namespace: 'other', name: jobId });
const minute = 60_000;
const given = (code: string) => ({ kind: 'give-up', refusal: expect.objectContaining({ code }) });
const error = 'The job was cancelled. [cancelled]';

test.each<[string, number, Partial<Intent>, object]>([
  ['one of a moment ago is left to the API', 1_999, {}, { kind: 'wait' }],
  ['so is one that is cancelled at once', 1_999, { isCancelled: true }, { kind: 'wait' }],
  ['an older one is created', 2_000, {}, { kind: 'create', object: expect.objectContaining({ spec: imageSpec() }) }],
  ['until its time is over', 30 * minute - 1, {}, { kind: 'create', object: expect.anything() }],
  ['an image has half an hour', 30 * minute, {}, given('timed_out')],
  ['a film has longer', 45 * minute - 1, { payload: video }, { kind: 'create', object: expect.anything() }],
  ['but not for ever', 45 * minute, { payload: video }, given('timed_out')],
  ['a cancelled one is given up', 2_000, { isCancelled: true }, given('cancelled')],
  ['also where its time is over', 99 * minute, { isCancelled: true }, given('cancelled')],
  ['what cannot be read is given up', 2_000, { payload: '{"spec":{}}' }, given('internal')],
  ['so is what speaks of another object', 2_000, { payload: other }, given('internal')],
  ['what was given up has its record to come', 2_000, { error }, { kind: 'conclude', error }],
  ['at any age', 0, { error, isCancelled: true }, { kind: 'conclude', error }],
])('%s', (_, ageMs, change, want) => {
  const createdTime = '2026-11-01T12:00:00.000Z';
  const intent: Intent = { jobId, account, payload: image, createdTime, isCancelled: false, error: undefined };
  const now = new Date(Date.parse(createdTime) + ageMs);
  expect(nextStep({ ...intent, ...change }, now)).toEqual(want);
});
