import { expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { RateLimiterUnavailable } from '../../ratelimit/port.ts';
import { windowDefaults, type KeyLimits } from '../../schema/apikey.ts';
import type { RateWindow } from '../../schema/endpoints/endpoint.ts';
import { ReadLimiter } from './read-limiter.ts';
import { limitOf } from '../../ratelimit/port.ts';
import { createWindows } from './windows.ts';
import { windowHeaders } from './window-count.ts';

test.each<[string, RateWindow, KeyLimits, number]>([
  ['image creates have a default limit of 10 a minute', 'image-create', {}, 10],
  ['video creates have a default limit of 10 a minute', 'video-create', {}, 10],
  ['other requests have a default limit of 120 a minute', 'job-read', {}, 120],
  ['a key may raise its limit of image creates', 'image-create', { imageCreatesPerMinute: 500 }, 500],
  ['a key may lower its limit of video creates', 'video-create', { videoCreatesPerMinute: 3 }, 3],
  ['a key cannot raise its limit of video creates above 10', 'video-create', { videoCreatesPerMinute: 11 }, 10],
  ['a key may have its own limit of reads', 'job-read', { jobReadsPerMinute: 7 }, 7],
])('%s', (_, window, limits, want) => {
  expect(limitOf(window, limits, windowDefaults)).toBe(want);
});

test('a setting of the installation cannot raise the limit of video creates above 10', () => {
  expect(limitOf('video-create', {}, { ...windowDefaults, videoCreatesPerMinute: 99 })).toBe(10);
});

test('windowHeaders returns the limit, the remaining requests and the reset time', () => {
  const count = { window: 'image-create', isAllowed: true, limit: 10, remaining: 7, resetSeconds: 42 } as const;
  expect(windowHeaders(count)).toEqual({
    'RateLimit-Policy': '"image-create";q=10;w=60',
    RateLimit: '"image-create";r=7;t=42',
    'X-RateLimit-Limit': '10',
    'X-RateLimit-Remaining': '7',
    'X-RateLimit-Reset': '42',
  });
});

test('windowHeaders of a refused request include Retry-After of at least one second', () => {
  const count = { window: 'job-read', isAllowed: false, limit: 1, remaining: 0, resetSeconds: 0 } as const;
  expect(windowHeaders(count)).toMatchObject({ 'Retry-After': '1', 'X-RateLimit-Reset': '1' });
});

test('a counter store that does not answer within a second is unavailable', async () => {
  const clock = new FakeClock();
  const decisions: string[] = [];
  const silent = new Promise<never>(() => undefined);
  const windows = createWindows({
    rateLimiter: { consume: () => silent },
    readLimiter: new ReadLimiter({ syncReads: () => silent }, clock),
    clock,
    metrics: {
      counted: (...told) => decisions.push(told.join(' ')),
      admitted: (outcome) => decisions.push(outcome),
    },
  });
  const key = { namespace: 'default', name: 'acme' };
  const count = windows.countCreate({ kind: 'key', key, account: key, limits: {} }, 'image-create');
  const refused = expect(count).rejects.toBeInstanceOf(RateLimiterUnavailable);
  await clock.advance(1_000);
  await refused;
  expect(decisions).toEqual(['image-create unavailable', 'unavailable']);
});
