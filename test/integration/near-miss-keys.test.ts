import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { FakeClock } from '../support/time/fake-clock.ts';
import { newApiKey } from '../../src/domain/api-key.ts';
import { authenticate } from '../../src/api/keys/authenticate.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns the API key with one character replaced. */
function nearMiss(secret: string, number: number): string {
  const at = 4 + (number % 49);
  const other = digits.charAt((digits.indexOf(secret.charAt(at)) + 1 + (number % 61)) % 62);
  return secret.slice(0, at) + other + secret.slice(at + 1);
}

/** Number of keys to try. `NEAR_MISS_KEYS=1000000` tries a million keys in about 15 s. */
const tries = Number(process.env['NEAR_MISS_KEYS'] ?? 50_000);

test('API keys with one wrong character are refused without a lookup', async () => {
  const { secret } = newApiKey(randomBytes);
  const [asked, statuses]: [string[], Set<string>] = [[], new Set()];
  const find = (hash: string) => {
    asked.push(hash);
    return Promise.resolve(undefined);
  };
  const keyUses = { note: () => undefined };
  const deps = { keys: { find, known: () => undefined }, keyUses, clock: new FakeClock() };
  const ask = async (given: string) => {
    const request = { headersDistinct: { 'x-api-key': [given] } } as unknown as IncomingMessage;
    const identified = await authenticate(request, deps);
    if (identified.kind === 'refused' && identified.answer.kind === 'problem')
      statuses.add(identified.answer.problem.code);
    else statuses.add('let in');
  };
  for (let number = 0; number < tries; number += 1) await ask(nearMiss(secret, number));
  expect(asked).toEqual([]);
  await ask(secret);
  expect(asked).toHaveLength(1);
  expect([...statuses]).toEqual(['unauthorized']);
}, 120_000);
