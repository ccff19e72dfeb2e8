import { describe, expect, test } from '@jest/globals';
import { v4, v7 } from 'uuid';
import { jobIdFrom, madeAtMs } from './job-id.ts';

describe('jobIdFrom', () => {
  test('jobIdFrom ignores the case of an id', () => {
    const id = v7();
    expect(jobIdFrom(id.toUpperCase())).toBe(id);
  });

  test.each(['', '1', 'spring-sale', `${v7()}0`, v7().replaceAll('-', '_')])('jobIdFrom rejects %j', (text) => {
    expect(jobIdFrom(text)).toBeUndefined();
  });

  test('madeAtMs returns the creation time of an id made by the API, and undefined for any other id', () => {
    expect(madeAtMs(v7({ msecs: 1_762_000_000_123 }))).toBe(1_762_000_000_123);
    expect(madeAtMs(v4())).toBeUndefined();
  });
});
