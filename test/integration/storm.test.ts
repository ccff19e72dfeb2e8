import { expect, test } from '@jest/globals';
import { stormFunds } from '../storm/funds.ts';
import { stormWindows } from '../storm/windows.ts';

test('each of 20 rate limit windows admits ten of a hundred concurrent requests', async () => {
  const { wrong, calls } = await stormWindows(20);
  expect(wrong).toEqual([]);
  expect(calls).toBe(2_000);
}, 60_000);

test('three replicas accept exactly as many concurrent creates as the account can pay', async () => {
  const options = { keys: 20, requests: 100, clients: 16, affordable: 40, replicas: 3 };
  let storm = await stormFunds(options);
  while (storm.hasCrossedMinute) storm = await stormFunds(options);
  expect(storm.wrong).toEqual([]);
  expect(storm.answers).toEqual({ 202: 40, 402: 60 });
}, 120_000);
