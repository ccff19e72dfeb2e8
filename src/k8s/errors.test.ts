import { expect, test } from '@jest/globals';
import type { StoreErrorReason } from '../objects/store-error.ts';
import { answeredError, unansweredError, watchError } from './errors.ts';

const subject = 'GET /apis/x/v1/namespaces/here/widgets/a';
const status = (code: number, reason: string, message: string, details: object = { name: 'a' }): string =>
  JSON.stringify({ kind: 'Status', status: 'Failure', code, reason, message, details });
/** Message of the API server for a denial by a ValidatingAdmissionPolicy. */
const denied = (why: string): string =>
  `widgets.x "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' denied request: ${why}`;

test.each<[string, number, string, StoreErrorReason]>([
  ['a missing object', 404, status(404, 'NotFound', 'widgets "a" not found'), 'NotFound'],
  ['an unknown resource', 404, status(404, 'NotFound', 'the server could not find it', {}), 'Unavailable'],
  ['an unknown API group', 404, '404 page not found\n', 'Unavailable'],
  ['a name that is taken', 409, status(409, 'AlreadyExists', 'widgets "a" already exists'), 'AlreadyExists'],
  ['an outdated version', 409, status(409, 'Conflict', 'the object has been modified'), 'Conflict'],
  [
    'another uid',
    422,
    status(422, 'Invalid', 'immutable', { name: 'a', causes: [{ field: 'metadata.uid' }] }),
    'Conflict',
  ],
  [
    'an invalid field',
    422,
    status(422, 'Invalid', 'spec.size', { name: 'a', causes: [{ field: 'spec.size' }] }),
    'Invalid',
  ],
  ['an invalid selector', 400, status(400, 'BadRequest', 'field label not supported', {}), 'Invalid'],
  ['an object that is too large for the server', 413, 'Request entity too large', 'Invalid'],
  ['an object that is too large for etcd', 500, status(500, '', 'etcdserver: request is too large', {}), 'Invalid'],
  ['an expired version', 410, status(410, 'Expired', 'too old resource version', {}), 'Expired'],
  ['missing credentials', 401, status(401, 'Unauthorized', 'Unauthorized', {}), 'Forbidden'],
  ['a missing permission', 403, status(403, 'Forbidden', 'cannot get widgets', {}), 'Forbidden'],
  ['a denial by a policy without a reason', 422, status(422, 'Invalid', denied('over the quota')), 'Forbidden'],
  ['an error in a policy', 422, status(422, 'Invalid', denied("expression 'x' resulted in error")), 'Forbidden'],
  ['a denial by a policy as too large', 413, status(413, 'RequestEntityTooLarge', denied('too large')), 'Forbidden'],
  [
    'a denial by a webhook',
    400,
    status(400, '', 'admission webhook "policy.test" denied the request: no'),
    'Forbidden',
  ],
  ['too many requests', 429, status(429, 'TooManyRequests', 'try again', {}), 'Unavailable'],
  ['an internal server error', 500, status(500, 'InternalError', 'internal error', {}), 'Unavailable'],
  ['a server timeout', 504, status(504, 'Timeout', 'the server was too slow', {}), 'Unavailable'],
  ['the error page of a gateway', 502, '<html>Bad Gateway</html>', 'Unavailable'],
])('an answer for %s (%d) becomes a StoreError', (_, code, text, reason) => {
  expect(answeredError(code, text, subject)).toMatchObject({ name: 'StoreError', reason });
});

test('the message of a StoreError is that of the server', () => {
  const message = 'Widget "a" is invalid: spec.size: Invalid value: -1';
  expect(answeredError(422, status(422, 'Invalid', message), subject).message).toBe(message);
});

test('the message of a StoreError names the request if the server sends no message', () => {
  expect(answeredError(502, '<html>', subject).message).toBe(`${subject} failed with status 502.`);
  expect(answeredError(404, '404 page not found', subject).message).toContain(subject);
});

test('watchError uses the code in the status that ends a watch', () => {
  const ended = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
  expect(watchError(ended, 'The watch of widgets')).toMatchObject({ reason: 'Expired' });
  expect(watchError({ kind: 'Status', code: 500 }, 'The watch of widgets')).toMatchObject({ reason: 'Unavailable' });
  expect(watchError('what?', 'The watch of widgets')).toMatchObject({ reason: 'Unavailable' });
});

test('a request without an answer is an Unavailable error that includes the cause', () => {
  const broken = Object.assign(new Error('read failed'), { code: 'ECONNRESET' });
  const error = unansweredError(broken, 'api.test:6443', subject);
  expect(error).toMatchObject({ reason: 'Unavailable', cause: broken });
  expect(error.message).toBe(`${subject} to api.test:6443 failed: ECONNRESET: read failed`);
});
