import { expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { RateLimiterUnavailable } from '../../ratelimit/port.ts';
import { windowDefaults, type KeyLimits } from '../../schema/apikey.ts';
import type { RateWindow } from '../../schema/endpoints/endpoint.ts';
import { ReadLimiter } from './read-limiter.ts';
import { createWindows, limitOf, windowHeaders } from './windows.ts';

test.each<[string, RateWindow, KeyLimits, number]>([
  ['images have 10 a minute', 'image-create', {}, 10],
  ['videos have 10 a minute', 'video-create', {}, 10],
  ['everything else has 120 a minute', 'job-read', {}, 120],
  ['a key may have more images', 'image-create', { imageCreatesPerMinute: 500 }, 500],
  ['a key may have fewer videos', 'video-create', { videoCreatesPerMinute: 3 }, 3],
  ['a key never has more than 10 videos', 'video-create', { videoCreatesPerMinute: 11 }, 10],
  ['a key may have reads of its own', 'job-read', { jobReadsPerMinute: 7 }, 7],
])('%s', (_, window, limits, want) => {
  expect(limitOf(window, limits, windowDefaults)).toBe(want);
});

test('no setting of the installation allows more than 10 videos', () => {
  expect(limitOf('video-create', {}, { ...windowDefaults, videoCreatesPerMinute: 99 })).toBe(10);
});

test('the headers of a counted answer', () => {
  const count = { window: 'image-create', isAllowed: true, limit: 10, remaining: 7, resetSeconds: 42 } as const;
  expect(windowHeaders(count)).toEqual({
    'RateLimit-Policy': '"image-create";q=10;w=60',
    RateLimit: '"image-create";r=7;t=42',
    'X-RateLimit-Limit': '10',
    'X-RateLimit-Remaining': '7',
    'X-RateLimit-Reset': '42',
  });
});

test('a refused one says when to come again, in one second at least', () => {
  const count = { window: 'job-read', isAllowed: false, limit: 1, remaining: 0, resetSeconds: 0 } as const;
  expect(windowHeaders(count)).toMatchObject({ 'Retry-After': '1', 'X-RateLimit-Reset': '1' });
});

test('a store that is silent for a second is away', async () => {
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
  const count = windows.countCreate({ key, account: key, limits: {}, isActive: true }, 'image-create');
  const refused = expect(count).rejects.toBeInstanceOf(RateLimiterUnavailable);
  await clock.advance(1_000);
  await refused;
  expect(decisions).toEqual(['image-create unavailable', 'unavailable']);
});
