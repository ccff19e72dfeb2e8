import { expect, test } from '@jest/globals';
import { stormFunds } from '../storm/funds.ts';
import { stormWindows } from '../storm/windows.ts';

test('a hundred requests at once for each of many keys: ten of each window are admitted', async () => {
  const { wrong, calls } = await stormWindows(20);
  expect(wrong).toEqual([]);
  expect(calls).toBe(2_000);
}, 60_000);

test('of more creates than an account can pay, through three replicas, those that it can pay are accepted', async () => {
  const options = { keys: 20, requests: 100, clients: 16, affordable: 40, replicas: 3 };
  let storm = await stormFunds(options);
  while (storm.hasCrossedMinute) storm = await stormFunds(options);
  expect(storm.wrong).toEqual([]);
  expect(storm.answers).toEqual({ 202: 40, 402: 60 });
}, 120_000);
