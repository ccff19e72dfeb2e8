import { expect, test } from '@jest/globals';
import { resendDelayMs, type Failure } from './resend.ts';

const putOff = (retryAfter?: string): Failure => ({ kind: 'answered', code: 429, retryAfter });
const cut = (code: string): Failure => ({ kind: 'cut', error: { code } });

test.each<[string, Failure, [method: string, resends: number], number | undefined]>([
  ['a write that was put off', putOff('2'), ['PATCH', 0], 2_000],
  ['a read that was put off without a time', putOff(), ['GET', 0], 1_000],
  ['a request that was put off for long', putOff('60'), ['GET', 0], undefined],
  ['a request that was put off again and again', putOff('1'), ['GET', 4], undefined],
  ['a request that was put off to a date', putOff('Wed, 21 Oct 2026 07:28:00 GMT'), ['GET', 0], 1_000],
  ['a read that was reset', cut('ECONNRESET'), ['GET', 0], 50],
  ['a read that was reset again', cut('UND_ERR_SOCKET'), ['GET', 2], 200],
  ['a read that timed out', cut('UND_ERR_HEADERS_TIMEOUT'), ['GET', 0], undefined],
  ['a create that was reset', cut('ECONNRESET'), ['POST', 0], undefined],
  ['a change that was reset', cut('ECONNRESET'), ['PATCH', 0], undefined],
  ['a deletion that was reset', cut('UND_ERR_SOCKET'), ['DELETE', 0], undefined],
  ['a read of a broken server', { kind: 'answered', code: 500, retryAfter: '1' }, ['GET', 0], undefined],
])('%s', (_, failure, [method, resends], want) => {
  expect(resendDelayMs(failure, method, resends)).toBe(want);
});
