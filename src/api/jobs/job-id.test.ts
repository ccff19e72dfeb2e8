import { describe, expect, test } from '@jest/globals';
import { v4, v7 } from 'uuid';
import { jobIdFrom, madeAtMs } from './job-id.ts';

describe('a job id', () => {
  test('is the same in any case', () => {
    const id = v7();
    expect(jobIdFrom(id.toUpperCase())).toBe(id);
  });

  test.each(['', '1', 'spring-sale', `${v7()}0`, v7().replaceAll('-', '_')])('is not %j', (text) => {
    expect(jobIdFrom(text)).toBeUndefined();
  });

  test('tells when it was made, where the API made it', () => {
    expect(madeAtMs(v7({ msecs: 1_762_000_000_123 }))).toBe(1_762_000_000_123);
    expect(madeAtMs(v4())).toBeUndefined();
  });
});
