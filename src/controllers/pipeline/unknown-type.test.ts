import { expect, test } from '@jest/globals';
import { imageSpec } from '../../../test/support/pipeline/build-job.ts';
import {
  admitted,
  alive,
  decideSituation,
  effects,
  onImage,
  type JobSituation,
} from '../../../test/support/pipeline/job-situation.ts';
import type { Issue } from '../../schema/issue.ts';

const spec = { ...imageSpec(), type: 'audio_ad' };
const problem: Issue = { loc: ['spec', 'type'], msg: 'Give another.', type: 'not_one_of' };
const release = { money: { close: 'release' } };

test.each<[string, JobSituation, object]>([
  ['that was applied', { problems: [problem], admission: { kind: 'unasked' } }, release],
  [
    'that the API accepted',
    { problems: [problem], admission: { kind: 'admitted', credits: 30, isCancelled: false } },
    release,
  ],
  [
    'that another version has admitted',
    { status: { phase: 'PENDING', jobId: 'a', credits: { required: 30 }, conditions: [admitted] } },
    release,
  ],
  ['that another version runs', { status: onImage(), attempts: [alive('image', 1)] }, { ...release, stops: {} }],
  ['that is suspended', { spec: { ...spec, suspend: true }, status: onImage() }, release],
])('a job of an unknown type %s ends FAILED, and its hold is released', (_, situation, want) => {
  const decision = decideSituation({ spec, ...situation });
  expect(decision.status).toMatchObject({
    phase: 'FAILED',
    error: 'This version does not know the type of ad "audio_ad". [internal]',
  });
  expect(decision.status.credits?.charged ?? 0).toBe(0);
  expect(effects(decision)).toEqual(want);
});
