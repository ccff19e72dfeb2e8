import { expect, test } from '@jest/globals';
import { imageSpec, videoSpec } from '../../../test/support/pipeline/build-job.ts';
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
  ['the relay leaves a recent intent to the API', 1_999, {}, { kind: 'wait' }],
  ['the relay leaves a recent cancelled intent to the API', 1_999, { isCancelled: true }, { kind: 'wait' }],
  [
    'the relay creates the AdJob of an older intent',
    2_000,
    {},
    { kind: 'create', object: expect.objectContaining({ spec: imageSpec() }) },
  ],
  [
    'the relay creates the AdJob until the job times out',
    30 * minute - 1,
    {},
    { kind: 'create', object: expect.anything() },
  ],
  ['an image intent times out after half an hour', 30 * minute, {}, given('timed_out')],
  [
    'a video intent of almost 45 minutes is created',
    45 * minute - 1,
    { payload: video },
    { kind: 'create', object: expect.anything() },
  ],
  ['a video intent times out after 45 minutes', 45 * minute, { payload: video }, given('timed_out')],
  ['the relay gives up a cancelled intent', 2_000, { isCancelled: true }, given('cancelled')],
  [
    'a cancelled intent past its deadline is given up as cancelled',
    99 * minute,
    { isCancelled: true },
    given('cancelled'),
  ],
  ['the relay gives up an intent whose payload is unreadable', 2_000, { payload: '{"spec":{}}' }, given('internal')],
  ['the relay gives up an intent whose payload names another object', 2_000, { payload: other }, given('internal')],
  ['the relay concludes an intent that was given up', 2_000, { error }, { kind: 'conclude', error }],
  [
    'the relay concludes an intent that was given up at any age',
    0,
    { error, isCancelled: true },
    { kind: 'conclude', error },
  ],
])('%s', (_, ageMs, change, want) => {
  const createdTime = '2026-11-01T12:00:00.000Z';
  const intent: Intent = { jobId, account, payload: image, createdTime, isCancelled: false, error: undefined };
  const now = new Date(Date.parse(createdTime) + ageMs);
  expect(nextStep({ ...intent, ...change }, now)).toEqual(want);
});
