import { expect, test } from '@jest/globals';
import { refusal, requestLimits, type PausedRequest, type RequestTotals } from './request-rules.ts';

const totals: RequestTotals = { requests: 1, bytes: 0, navigations: 1, mainFrame: 'main' };
const request = { url: 'https://tern.example/a', method: 'GET', headers: {} };
const paused: PausedRequest = { requestId: '1', request, frameId: 'main', resourceType: 'Image' };

test('refusal allows a picture', () => {
  expect(refusal(paused, totals)).toBeUndefined();
});

test.each<[string, Partial<PausedRequest>, Partial<RequestTotals>]>([
  ['a POST', { request: { ...request, method: 'POST' } }, {}],
  ['a local file', { request: { ...request, url: 'file:///etc/passwd' } }, {}],
  ['a page of the browser', { request: { ...request, url: 'chrome://version' } }, {}],
  ['a file system URL', { request: { ...request, url: 'filesystem:https://tern.example/temporary/a' } }, {}],
  ['a beacon', { resourceType: 'Ping' }, {}],
  ['a film', { resourceType: 'Media' }, {}],
  ['a prefetch', { request: { ...request, headers: { 'Sec-Purpose': 'prefetch' } } }, {}],
  ['a stream of events', { request: { ...request, headers: { Accept: 'text/event-stream' } } }, {}],
  ['the document of a frame', { resourceType: 'Document', frameId: 'other' }, {}],
  ['one request too many', {}, { requests: requestLimits.requestsMax + 1 }],
  ['a request after too many bytes', {}, { bytes: requestLimits.bytesMax }],
  ['one navigation too many', { resourceType: 'Document' }, { navigations: requestLimits.navigationsMax + 1 }],
])('refusal refuses %s', (_, wish, counted) => {
  expect(refusal({ ...paused, ...wish }, { ...totals, ...counted })).toEqual(expect.any(String));
});
