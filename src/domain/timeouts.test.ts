import { expect, test } from '@jest/globals';
import { buildJob, imageSpec, videoSpec } from '../../test/support/pipeline/build-job.ts';
import type { AdJobSpec } from '../schema/adjob.ts';
import { timeLeftMs } from './timeouts.ts';

const minuteMs = 60_000;
type Suspension = Parameters<typeof timeLeftMs>[1];

const since = '2026-11-01T12:10:00Z';

test.each<[string, AdJobSpec, Suspension, [time: string, want: number]]>([
  ['an image job has half an hour', imageSpec(), undefined, ['12:00:00', 30 * minuteMs]],
  ['a video job has 45 minutes', videoSpec(), undefined, ['12:00:00', 45 * minuteMs]],
  ['a job past its deadline has no time left', imageSpec(), undefined, ['14:00:00', 0]],
  ['suspended time does not count', imageSpec(), { seconds: 600 }, ['12:20:00', 20 * minuteMs]],
  ['no time passes during a suspension', imageSpec(), { seconds: 0, since }, ['18:00:00', 20 * minuteMs]],
  [
    'the current suspension adds to the earlier ones',
    imageSpec(),
    { seconds: 300, since },
    ['18:00:00', 25 * minuteMs],
  ],
  [
    'a suspension that another clock dates into the future gives no time back or away',
    imageSpec(),
    { seconds: 0, since },
    ['12:05:00', 25 * minuteMs],
  ],
])('%s', (_, spec, suspension, [time, want]) => {
  const job = buildJob({ spec });
  expect(timeLeftMs(job, suspension, new Date(`2026-11-01T${time}Z`))).toBe(want);
});
