import { expect, test } from '@jest/globals';
import { notFound } from './operation.ts';

test.each([
  ['AdAccount' as const, 'AdAccount "x" not found. Run `adwright accounts list` to list all.'],
  ['ApiKey' as const, 'ApiKey "x" not found. Run `adwright keys list` to list all.'],
  [
    'AdJob' as const,
    'AdJob "x" not found. Run `adwright jobs list` to list all. Read an archived job with GET /jobs/{job_id}.',
  ],
])('a missing %s exits with 3 and names the list command', (kind, message) => {
  expect(notFound(kind, 'x')).toMatchObject({ message, exitCode: 3 });
});
