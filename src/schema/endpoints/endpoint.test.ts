import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { problemCodes } from '../../errors/problems.ts';
import { problemsOf, type Endpoint } from './endpoint.ts';

const open: Endpoint = {
  ...{ method: 'get', path: '/x', operationId: 'x', tag: 'Jobs', authentication: 'public' },
  ...{ summary: 'X', description: 'X.', answers: {} },
};
const keyed: Endpoint = { ...open, authentication: 'api-key' };

test('a public endpoint without a body can only be overloaded or fail', () => {
  expect(problemsOf(open).toSorted()).toEqual(['internal', 'overloaded']);
});

test('an exempt endpoint is never overloaded', () => {
  expect(problemsOf({ ...open, isExempt: true })).toEqual(['internal']);
});

test('an endpoint with a key or a window adds their problems, and one with a body those of bodies', () => {
  expect(problemsOf(keyed)).toEqual(expect.arrayContaining(['unauthorized', 'account_deactivated', 'unavailable']));
  expect(problemsOf(keyed)).not.toContain('rate_limited');
  expect(problemsOf({ ...open, window: 'job-read' })).toEqual(expect.arrayContaining(['rate_limited', 'unavailable']));
  expect(problemsOf({ ...open, body: z.unknown() })).toEqual(
    expect.arrayContaining(['body_unreadable', 'body_too_large', 'unsupported_media_type', 'validation_failed']),
  );
});

test('problems are listed once and in the order of the catalogue', () => {
  const own = ['validation_failed', 'job_not_found'] as const;
  const problems = problemsOf({ ...keyed, window: 'job-read', body: z.unknown(), problems: own });
  expect(problems).toEqual(problemCodes.filter((code) => problems.includes(code)));
  expect(problems).toContain('job_not_found');
});
