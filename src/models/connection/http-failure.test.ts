import { describe, expect, test } from '@jest/globals';
import type { ModelFailureKind } from '../model-failure.ts';
import { httpFailure, retryAfter } from './http-failure.ts';

describe('httpFailure', () => {
  test.each<[status: number, text: string, kind: ModelFailureKind]>([
    [400, '{"error":{"message":"Unknown parameter: \'moderation\'."}}', 'refused'],
    [400, '{"error":{"code":"moderation_blocked"}}', 'moderated'],
    [400, '{"error":{"code":"content_policy_violation"}}', 'moderated'],
    [422, '{"detail":[{"loc":["body","safety_tolerance"],"msg":"Input should be less than 6"}]}', 'refused'],
    [400, '{"error":{"status":"INVALID_ARGUMENT","message":"API key not valid."}}', 'key_refused'],
    [400, '{"error":{"message":"Your credit balance is too low"}}', 'not_paid'],
    [401, '{"detail":{"status":"quota_exceeded"}}', 'not_paid'],
    [404, 'The content_filter of this path', 'refused'],
    [408, '', 'unavailable'],
    [413, '', 'refused'],
    [429, '{"error":{"code":"insufficient_quota"}}', 'not_paid'],
    [429, '{"error":{"code":"rate_limit_exceeded"}}', 'rate_limited'],
    [302, '', 'refused'],
    [502, '<html>502 Bad Gateway</html>', 'interrupted'],
    [503, '', 'unavailable'],
    [504, '', 'interrupted'],
    [520, '', 'interrupted'],
    [529, '{"error":{"type":"overloaded_error"}}', 'unavailable'],
  ])('%d with %s is %s', (status, text, kind) => {
    expect(httpFailure(status, new Headers(), text)).toMatchObject({ kind });
  });

  test('the words of the provider are the cause, shortened and without the key', () => {
    const text = `${'x'.repeat(290)} key-of-a-customer\n and more`;
    const { message, cause } = httpFailure(500, new Headers(), text, 'key-of-a-customer');
    expect(message).toBe('the provider failed with status 500');
    expect(cause).toEqual(new Error(`${'x'.repeat(290)} [key] an…`));
  });
});

test.each<[Record<string, string>, number | undefined]>([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '3600' }, 60_000],
  [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
  [{ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('%j asks to wait for %p ms', (headers, ms) => {
  expect(retryAfter(new Headers(headers))).toBe(ms);
});
