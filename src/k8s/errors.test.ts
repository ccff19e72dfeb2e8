import { expect, test } from '@jest/globals';
import type { StoreErrorReason } from '../store/port.ts';
import { answeredError, unansweredError, watchError } from './errors.ts';

const subject = 'GET /apis/x/v1/namespaces/here/widgets/a';
const status = (code: number, reason: string, message: string, details: object = { name: 'a' }): string =>
  JSON.stringify({ kind: 'Status', status: 'Failure', code, reason, message, details });

test.each<[string, number, string, StoreErrorReason]>([
  ['an object that is not there', 404, status(404, 'NotFound', 'widgets "a" not found'), 'NotFound'],
  ['a kind that is not served', 404, status(404, 'NotFound', 'the server could not find it', {}), 'Unavailable'],
  ['a group that is not served', 404, '404 page not found\n', 'Unavailable'],
  ['a name that is taken', 409, status(409, 'AlreadyExists', 'widgets "a" already exists'), 'AlreadyExists'],
  ['a version that has passed', 409, status(409, 'Conflict', 'the object has been modified'), 'Conflict'],
  [
    'another uid',
    422,
    status(422, 'Invalid', 'immutable', { name: 'a', causes: [{ field: 'metadata.uid' }] }),
    'Conflict',
  ],
  [
    'a wrong field',
    422,
    status(422, 'Invalid', 'spec.size', { name: 'a', causes: [{ field: 'spec.size' }] }),
    'Invalid',
  ],
  ['a wrong selector', 400, status(400, 'BadRequest', 'field label not supported', {}), 'Invalid'],
  ['an object that is too large', 413, 'Request entity too large', 'Invalid'],
  ['one that is too large for etcd', 500, status(500, '', 'etcdserver: request is too large', {}), 'Invalid'],
  ['a forgotten version', 410, status(410, 'Expired', 'too old resource version', {}), 'Expired'],
  ['no credentials', 401, status(401, 'Unauthorized', 'Unauthorized', {}), 'Forbidden'],
  ['no right', 403, status(403, 'Forbidden', 'cannot get widgets', {}), 'Forbidden'],
  ['too many requests', 429, status(429, 'TooManyRequests', 'try again', {}), 'Unavailable'],
  ['a broken server', 500, status(500, 'InternalError', 'internal error', {}), 'Unavailable'],
  ['a time-out of the server', 504, status(504, 'Timeout', 'the server was too slow', {}), 'Unavailable'],
  ['the page of a gateway', 502, '<html>Bad Gateway</html>', 'Unavailable'],
])('%s', (_, code, text, reason) => {
  expect(answeredError(code, text, subject)).toMatchObject({ name: 'StoreError', reason });
});

test('says what the server says', () => {
  const message = 'Widget "a" is invalid: spec.size: Invalid value: -1';
  expect(answeredError(422, status(422, 'Invalid', message), subject).message).toBe(message);
});

test('where the server says nothing, says what was asked', () => {
  expect(answeredError(502, '<html>', subject).message).toBe(`${subject} failed with status 502.`);
  expect(answeredError(404, '404 page not found', subject).message).toContain(subject);
});

test('the status that ends a watch has its own code', () => {
  const ended = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
  expect(watchError(ended, 'The watch of widgets')).toMatchObject({ reason: 'Expired' });
  expect(watchError({ kind: 'Status', code: 500 }, 'The watch of widgets')).toMatchObject({ reason: 'Unavailable' });
  expect(watchError('what?', 'The watch of widgets')).toMatchObject({ reason: 'Unavailable' });
});

test('what was not answered is unavailable, and says why', () => {
  const broken = Object.assign(new Error('read failed'), { code: 'ECONNRESET' });
  const error = unansweredError(broken, 'api.test:6443', subject);
  expect(error).toMatchObject({ reason: 'Unavailable', cause: broken });
  expect(error.message).toBe(`${subject} to api.test:6443 failed: ECONNRESET: read failed`);
});
