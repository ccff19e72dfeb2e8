import { describe, expect, test } from '@jest/globals';
import { fetchReason } from './fetch-reason.ts';
import { EgressError } from './port.ts';

const url = 'https://cdn.example/a.png';

describe('fetchReason', () => {
  test('fetchReason does not repeat the host', () => {
    expect(fetchReason(new EgressError('timed_out', 'cdn.example', 'it took too long'), url)).toBe('it took too long');
  });

  test('fetchReason names the host of a redirect', () => {
    const error = new EgressError('not_resolved', 'b.example', 'the name does not resolve');
    expect(fetchReason(error, url)).toBe('the URL redirects to b.example, and the name does not resolve');
  });

  test('fetchReason rethrows an aborted fetch', () => {
    const error = new EgressError('aborted', 'cdn.example', 'the fetch was stopped');
    expect(() => fetchReason(error, url)).toThrow(error);
  });
});
