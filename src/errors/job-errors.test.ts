import { expect, test } from '@jest/globals';
import { isJobErrorCode, jobError, jobErrors } from './job-errors.ts';

test.each([
  ['a sentence with a full stop', 'The model returned nothing.', 'The model returned nothing. [no_narratives]'],
  ['a sentence without a full stop', 'The model returned nothing', 'The model returned nothing. [no_narratives]'],
  ['a sentence with blanks and dots', ' The model waits...\n', 'The model waits. [no_narratives]'],
  ['a sentence with a question mark', 'Where is it?', 'Where is it? [no_narratives]'],
])('jobError appends the code to %s', (_, sentence, error) => {
  expect(jobError('no_narratives', sentence)).toBe(error);
});

test('isJobErrorCode rejects the name of an inherited property', () => {
  expect(isJobErrorCode('cancelled')).toBe(true);
  expect(isJobErrorCode('toString')).toBe(false);
});

test('jobErrors contains every code that clients know', () => {
  expect(Object.keys(jobErrors)).toEqual(
    expect.arrayContaining([
      'no_narratives',
      'image_model_error',
      'video_model_error',
      'quality_gate',
      'cancelled',
      'timed_out',
      'result_too_large',
      'unschedulable',
      'image_pull_failed',
      'insufficient_credits',
      'account_not_found',
      'key_not_found',
      'refused',
      'not_available',
      'internal',
    ]),
  );
});
