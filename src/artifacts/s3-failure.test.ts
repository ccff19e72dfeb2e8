import { describe, expect, test } from '@jest/globals';
import { isBeyondEnd, isNoObject, isNotAbsent, isNotImplemented, s3Failure } from './s3-failure.ts';

const told = (name: string, status: number, message = ''): unknown => ({
  name,
  message,
  $metadata: { httpStatusCode: status },
});

describe('s3Failure', () => {
  test.each<[string, unknown, string]>([
    [
      's3Failure includes the message of the store and its code',
      told('NoSuchBucket', 404, 'The specified bucket does not exist.'),
      'The specified bucket does not exist (NoSuchBucket, status 404)',
    ],
    [
      's3Failure includes the status of an answer without a message',
      told('NotFound', 404, 'NotFound'),
      'NotFound, status 404',
    ],
    [
      's3Failure reports a refused connection',
      Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:9000'), { code: 'ECONNREFUSED' }),
      'connect ECONNREFUSED 10.0.0.1:9000 (ECONNREFUSED)',
    ],
    [
      's3Failure reports missing credentials',
      { name: 'CredentialsProviderError', message: 'Could not load credentials from any providers' },
      'Could not load credentials from any providers (CredentialsProviderError)',
    ],
    [
      's3Failure leaves out the lines that the SDK adds for programmers',
      { name: 'E', message: 'Bad answer.\n  Inspect $response' },
      'Bad answer (E)',
    ],
    ['s3Failure accepts an error that is not an Error', 'away', 'away'],
  ])('%s', (_, error, want) => {
    expect(s3Failure('The bucket b is no good', error).message).toBe(`The bucket b is no good: ${want}`);
  });

  test('s3Failure hides signatures and credentials', () => {
    const error = Object.assign(
      new Error('AKIAIOSFODNN7EXAMPLE sent ?X-Amz-Signature=fe5f80&X-Amz-Credential=me%2Fx'),
      {
        name: 'SignatureDoesNotMatch',
        StringToSign: 'AWS4-HMAC-SHA256 sesame',
      },
    );
    const failure = s3Failure('It is refused', error);
    expect(failure.message).toBe('It is refused: *** sent ?***&*** (SignatureDoesNotMatch)');
    expect(failure.cause).toBeUndefined();
    expect(Object.keys(failure)).toEqual([]);
  });
});

test.each<[string, unknown, boolean]>([
  ['a missing object', told('NoSuchKey', 404), true],
  ['a HEAD answer without a message', told('NotFound', 404), true],
  ['a missing bucket', told('NoSuchBucket', 404), false],
  ['another missing thing', told('XAdminUserNotFound', 404), false],
  ['a denied request', told('AccessDenied', 403), false],
  ['an unreachable store', new Error('connect ECONNREFUSED'), false],
  ['undefined', undefined, false],
])('isNoObject recognizes only missing objects: %s', (_, error, want) => {
  expect(isNoObject(error)).toBe(want);
});

test('isBeyondEnd recognizes a range beyond the end by the status', () => {
  expect([told('InvalidRange', 416), told('NoSuchKey', 404), null].map(isBeyondEnd)).toEqual([true, false, false]);
});

test('a conditional write recognizes an existing object and a store without conditional writes by the status', () => {
  const errors = [told('PreconditionFailed', 412), told('NotImplemented', 501), told('SlowDown', 503), undefined];
  expect(errors.map(isNotAbsent)).toEqual([true, false, false, false]);
  expect(errors.map(isNotImplemented)).toEqual([false, true, false, false]);
});
