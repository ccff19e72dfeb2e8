import { describe, expect, test } from '@jest/globals';
import { bytesOf, byteText, ResponseCache } from './response-cache.ts';

const mebibyte = 1_048_576;

/** Body with different bytes for each job. */
function body(index: number, bytes = 1_000): Buffer {
  return Buffer.alloc(bytes, `${index}é`);
}

function text(index: number, bytes?: number): string {
  return byteText(body(index, bytes));
}

describe('ResponseCache', () => {
  test('the cache returns the bytes of the stored version and nothing for another version', () => {
    const cache = new ResponseCache();
    cache.set('a', '1', Buffer.from('{"ü":"€"}'));
    expect(bytesOf(cache.get('a', '1') ?? '').toString()).toBe('{"ü":"€"}');
    expect(cache.get('a', '2')).toBeUndefined();
    expect(cache.get('b', '1')).toBeUndefined();
  });

  test('the cache keeps only the latest version and removes it on delete', () => {
    const cache = new ResponseCache();
    cache.set('a', '1', body(1));
    cache.set('a', '2', body(2));
    expect([cache.get('a', '1'), cache.get('a', '2')]).toEqual([undefined, text(2)]);
    cache.delete('a');
    expect(cache.get('a', '2')).toBeUndefined();
  });

  test('the cache fills up to its limit and no further, and every body in it is intact', () => {
    const cache = new ResponseCache(mebibyte);
    for (let index = 0; index < 5_000; index += 1) cache.set(String(index), '1', body(index));
    const kept = Array.from({ length: 5_000 }, (_, index) => cache.get(String(index), '1'));
    kept.forEach((found, index) => {
      expect([undefined, text(index)]).toContain(found);
    });
    const count = kept.filter((found) => found !== undefined).length;
    expect(count * 1_000).toBeLessThan(mebibyte);
    expect(count * 1_000).toBeGreaterThan(0.7 * mebibyte);
    expect(kept.at(-1)).toBeDefined();
  });

  test('a body that is read again and again stays while others are evicted', () => {
    const cache = new ResponseCache(mebibyte);
    const wanted = [7, 17, 27];
    for (let index = 0; index < 5_000; index += 1) {
      cache.set(String(index), '1', body(index));
      if (index > 30) expect(wanted.map((one) => cache.get(String(one), '1'))).toEqual(wanted.map((one) => text(one)));
    }
    expect(cache.get('8', '1')).toBeUndefined();
  });

  test('a body that is not read again is evicted', () => {
    const cache = new ResponseCache(mebibyte);
    cache.set('once', '1', body(7));
    cache.get('once', '1');
    for (let index = 0; index < 5_000; index += 1) cache.set(String(index), '1', body(index));
    expect(cache.get('once', '1')).toBeUndefined();
  });

  test('the cache accepts a new body even if every body is being read', () => {
    const cache = new ResponseCache(mebibyte);
    for (let index = 0; index < 3_000; index += 1) {
      cache.set(String(index), '1', body(index));
      expect(cache.get(String(index), '1')).toBe(text(index));
      if (index % 10 === 0) for (let other = 0; other < index; other += 1) cache.get(String(other), '1');
    }
  });

  test.each([
    ['a body larger than the cache', mebibyte, mebibyte],
    ['a body if its capacity is zero', 0, 10],
  ])('the cache does not keep %s', (_, bytesMax, bytes) => {
    const cache = new ResponseCache(bytesMax);
    cache.set('a', '1', body(1, 10));
    cache.set('a', '2', body(2, bytes));
    expect([cache.get('a', '1'), cache.get('a', '2')]).toEqual([undefined, undefined]);
  });
});
