import { describe, expect, test } from '@jest/globals';
import { isBeyondEnd, isNoObject, s3Failure } from './s3-failure.ts';

const told = (name: string, status: number, message = ''): unknown => ({
  name,
  message,
  $metadata: { httpStatusCode: status },
});

describe('s3Failure says in one line', () => {
  test.each<[string, unknown, string]>([
    [
      "the store's own words with its code",
      told('NoSuchBucket', 404, 'The specified bucket does not exist.'),
      'The specified bucket does not exist (NoSuchBucket, status 404)',
    ],
    ['the status of an answer without words', told('NotFound', 404, 'NotFound'), 'NotFound, status 404'],
    [
      'that nobody listens',
      Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:9000'), { code: 'ECONNREFUSED' }),
      'connect ECONNREFUSED 10.0.0.1:9000 (ECONNREFUSED)',
    ],
    [
      'that there are no credentials',
      { name: 'CredentialsProviderError', message: 'Could not load credentials from any providers' },
      'Could not load credentials from any providers (CredentialsProviderError)',
    ],
    [
      'nothing of what the SDK tells programmers',
      { name: 'E', message: 'Bad answer.\n  Inspect $response' },
      'Bad answer (E)',
    ],
    ['an error that is none', 'away', 'away'],
  ])('%s', (_, error, want) => {
    expect(s3Failure('The bucket b is no good', error).message).toBe(`The bucket b is no good: ${want}`);
  });

  test('and keeps signatures, and who signed, to itself', () => {
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
  ['the answer to a HEAD, which has no words', told('NotFound', 404), true],
  ['a missing bucket', told('NoSuchBucket', 404), false],
  ['another thing that is missing', told('XAdminUserNotFound', 404), false],
  ['a refusal', told('AccessDenied', 403), false],
  ['an unreachable store', new Error('connect ECONNREFUSED'), false],
  ['nothing', undefined, false],
])('%s is told apart', (_, error, want) => {
  expect(isNoObject(error)).toBe(want);
});

test('a part beyond the end is known by its status', () => {
  expect([told('InvalidRange', 416), told('NoSuchKey', 404), null].map(isBeyondEnd)).toEqual([true, false, false]);
});
