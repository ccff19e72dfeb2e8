import { expect, test } from '@jest/globals';
import { NotLeadingError } from '../../src/runtime/fence.ts';

type Call<T> = [name: string, call: (part: T) => unknown];
/** Returns a method that records its calls under this name and rejects. */
type Recorder = (name: string) => (...given: unknown[]) => Promise<never>;

export interface Fenced<T> {
  inner: (record: Recorder) => T;
  fence: (inner: T, leadership: { holds(): boolean }) => T;
  writes: Call<T>[];
  reads: Call<T>[];
}

/**
 * Tests a fence, which wraps a port so that only the leading process can write. Writes must pass only while the process
 * leads, reads must always pass, and arguments must pass unchanged.
 */
export function fenceContract<T>({ inner: make, fence, writes, reads }: Fenced<T>): void {
  const open = () => {
    const reached: unknown[][] = [];
    const inner = make((name) => (...given) => {
      reached.push([name, ...given]);
      return Promise.reject(new Error('no answer'));
    });
    const leadership = { leads: true, holds: () => leadership.leads };
    return { reached, inner, leadership, part: fence(inner, leadership) };
  };

  test.each(writes)(
    'the write `%s` passes the fence unchanged while the process leads and is refused afterwards',
    async (name, write) => {
      const { part, reached, inner, leadership } = open();
      await expect(write(part)).rejects.toThrow('no answer');
      await expect(write(inner)).rejects.toThrow('no answer');
      expect(reached).toHaveLength(2);
      expect(reached[0]).toEqual(reached[1]);
      expect(reached[0]?.[0]).toBe(name);
      leadership.leads = false;
      await expect(write(part)).rejects.toBeInstanceOf(NotLeadingError);
      expect(reached).toHaveLength(2);
    },
  );

  test.each(reads)('the read `%s` passes the fence whether or not the process leads', async (name, read) => {
    const { part, reached, inner, leadership } = open();
    leadership.leads = false;
    await Promise.allSettled([read(part), read(inner)]);
    expect(reached[0]).toEqual(reached[1]);
    expect(reached[0]?.[0]).toBe(name);
  });
}
