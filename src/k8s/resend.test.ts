import { expect, test } from '@jest/globals';
import { resendDelayMs, type Failure } from './resend.ts';

const putOff = (retryAfter?: string): Failure => ({ kind: 'answered', code: 429, retryAfter });
const cut = (code: string): Failure => ({ kind: 'cut', error: { code } });

test.each<[string, Failure, [method: string, resends: number], number | undefined]>([
  ['a write with Retry-After is sent again after 2 s', putOff('2'), ['PATCH', 0], 2_000],
  ['a read refused without Retry-After is sent again after 1 s', putOff(), ['GET', 0], 1_000],
  ['a request with a long Retry-After is not sent again', putOff('60'), ['GET', 0], undefined],
  ['a request that was refused again and again is not sent again', putOff('1'), ['GET', 4], undefined],
  [
    'a request whose Retry-After is a date is sent again after 1 s',
    putOff('Wed, 21 Oct 2026 07:28:00 GMT'),
    ['GET', 0],
    1_000,
  ],
  ['a read whose connection was reset is sent again after 50 ms', cut('ECONNRESET'), ['GET', 0], 50],
  ['a read whose connection was reset three times is sent again after 200 ms', cut('UND_ERR_SOCKET'), ['GET', 2], 200],
  ['a read that timed out is not sent again', cut('UND_ERR_HEADERS_TIMEOUT'), ['GET', 0], undefined],
  ['a create whose connection was reset is not sent again', cut('ECONNRESET'), ['POST', 0], undefined],
  ['a patch whose connection was reset is not sent again', cut('ECONNRESET'), ['PATCH', 0], undefined],
  ['a delete whose connection was reset is not sent again', cut('UND_ERR_SOCKET'), ['DELETE', 0], undefined],
  [
    'a read that a broken server answered is not sent again',
    { kind: 'answered', code: 500, retryAfter: '1' },
    ['GET', 0],
    undefined,
  ],
])('%s', (_, failure, [method, resends], want) => {
  expect(resendDelayMs(failure, method, resends)).toBe(want);
});
