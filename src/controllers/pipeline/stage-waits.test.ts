import { describe, expect, test } from '@jest/globals';
import {
  alive,
  decideSituation,
  ended,
  launches,
  onImage,
  record,
} from '../../../test/support/pipeline/job-situation.ts';
import { imageSpec } from '../../../test/support/pipeline/build-job.ts';
import type { AttemptObservation, SeenWait } from '../../launch/port.ts';

const unschedulable: SeenWait = {
  reason: 'Unschedulable',
  message: '0/3 nodes are available.',
  since: '2026-11-01T12:00:01Z',
};
const waits = (wait?: SeenWait): AttemptObservation => ({
  stage: 'image',
  attempt: 1,
  state: 'waiting',
  ...(wait && { wait }),
});

describe('a launched stage that does not start', () => {
  test('its record says why, and one Event reports it', () => {
    const decision = decideSituation({ status: onImage(), attempts: [waits(unschedulable)] });
    expect(record(decision, 'image')).toMatchObject({ state: 'Running', attempt: 1, waiting: unschedulable });
    expect(decision.events).toEqual([
      {
        type: 'Warning',
        reason: 'StageWaiting',
        message: 'The image stage has not started (Unschedulable): 0/3 nodes are available.',
      },
    ]);
  });

  test.each<[string, SeenWait | undefined, AttemptObservation]>([
    ['it has just been launched', undefined, waits()],
    ['only the message has changed', unschedulable, waits({ ...unschedulable, message: '0/4 nodes are available.' })],
  ])('nothing is written or reported while %s', (_, waiting, attempt) => {
    const status = onImage({ ...(waiting && { waiting }) });
    const decision = decideSituation({ status, attempts: [attempt] });
    expect([decision.status.stages, decision.events]).toEqual([status.stages, []]);
  });

  test.each<[string, AttemptObservation]>([
    ['it starts', alive('image', 1)],
    ['it fails', ended('image', 1, { exitCode: 1 })],
    ['it cannot be scheduled at all', ended('image', 1, { reason: 'unschedulable' })],
  ])('the reason is gone from its record once %s', (_, attempt) => {
    const decision = decideSituation({ status: onImage({ waiting: unschedulable }), attempts: [attempt] });
    expect(record(decision, 'image')).not.toHaveProperty('waiting');
  });

  test('the reason is gone from its record once the job is cancelled', () => {
    const status = onImage({ waiting: unschedulable });
    const decision = decideSituation({ status, spec: imageSpec({ cancel: true }), attempts: [waits(unschedulable)] });
    expect(record(decision, 'image')).not.toHaveProperty('waiting');
  });
});

describe('launches', () => {
  test('launches counts what was launched, and not the numbers of attempts that were passed over', () => {
    const status = onImage({ state: 'Pending', attempt: 5, disruptions: 4, launches: 2 });
    const decision = decideSituation({ status });
    expect([launches(decision), record(decision, 'image')]).toMatchObject([['image-6'], { attempt: 6, launches: 3 }]);
  });
});
