import { describe, expect, test } from '@jest/globals';
import { EgressError, type EgressReason } from '../../egress/port.ts';
import type { UnreadReason } from '../../schema/brand-read.ts';
import { unfetched } from './unread-page.ts';

const page = { role: 'brand', field: 'brand_data.brand_url', url: 'https://shop.example/' } as const;

describe('unfetched', () => {
  test.each<[EgressReason, UnreadReason]>([
    ['not_resolved', 'NameNotResolved'],
    ['url_not_allowed', 'AddressRefused'],
    ['unreachable', 'AddressRefused'],
    ['connection_refused', 'AddressRefused'],
    ['connection_reset', 'AddressRefused'],
    ['tls', 'AddressRefused'],
    ['timed_out', 'Timeout'],
    ['bad_status', 'HTTPStatus'],
    ['too_many_redirects', 'HTTPStatus'],
    ['bad_response', 'NoContent'],
    ['too_large', 'NoContent'],
  ])('a fetch that failed with %s has the reason %s', (reason, unread) => {
    const error = new EgressError(reason, 'shop.example', 'it is so');
    expect(unfetched(page, error)).toEqual({ page, reason: unread, why: 'it is so' });
  });

  test('a fetch that was aborted is rethrown', () => {
    const error = new EgressError('aborted', 'shop.example', 'the fetch was stopped');
    expect(() => unfetched(page, error)).toThrow(error);
  });
});

describe('a bad status', () => {
  const answered = (status: number, html: string): EgressError => {
    const answer = { url: page.url, status, contentType: 'text/html', bytes: Buffer.from(html) };
    return new EgressError('bad_status', 'shop.example', `the server answered with status ${status}`, { answer });
  };

  test.each([401, 403, 429, 503])('status %s with a bot check has the reason Blocked', (status) => {
    expect(unfetched(page, answered(status, '<title>Just a moment...</title>')).reason).toBe('Blocked');
  });

  test.each([403, 404, 503])('status %s with any other page has the reason HTTPStatus', (status) => {
    expect(unfetched(page, answered(status, '<title>Sorry</title><h1>We will be back soon</h1>'))).toMatchObject({
      reason: 'HTTPStatus',
      why: `the server answered with status ${status}`,
    });
  });
});
