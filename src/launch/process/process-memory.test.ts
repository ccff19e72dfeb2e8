import { describe, expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { memoryExceeded, psTreeBytes, treeMemory } from './process-memory.ts';

describe('psTreeBytes', () => {
  const table = ['  1 0 100', ' 10 1 200', ' 11 10 30', ' 12 11 4', ' 20 1 5000', ''].join('\n');

  test.each([
    ['counts a process and all below it', 10, 234],
    ['counts a process without children', 20, 5_000],
    ['counts nothing of a process that is gone', 99, 0],
  ])('%s', (_, pid, kibibytes) => {
    expect(psTreeBytes(pid, table)).toBe(kibibytes * 1_024);
  });
});

describe('treeMemory', () => {
  test('tells about as much of this process as it knows itself', async () => {
    const ratio = (await treeMemory(process.pid)) / process.memoryUsage.rss();
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(3);
  });

  test('tells nothing of a process that is gone', async () => {
    expect(await treeMemory(2 ** 22 + 1)).toBe(0);
  });
});

describe('memoryExceeded', () => {
  const watch = (
    readings: number[],
  ): { clock: FakeClock; over: AbortController; seen: Promise<number | undefined> } => {
    const [clock, over] = [new FakeClock(), new AbortController()];
    const read = (): Promise<number> => Promise.resolve(readings.shift() ?? 0);
    return { clock, over, seen: memoryExceeded({ pid: 1, bytesMax: 100, clock, read }, over.signal) };
  };

  test('tells how much it was when it was too much', async () => {
    const { clock, seen } = watch([10, 100, 101]);
    await clock.advance(1_000);
    await expect(seen).resolves.toBe(101);
  });

  test('looks more often from half of the limit on', async () => {
    const readings = [49, 60, 60, 60, 60, 60];
    const { clock, over, seen } = watch(readings);
    await clock.advance(24);
    expect(readings).toHaveLength(5);
    await clock.advance(6);
    expect(readings).toHaveLength(3);
    over.abort();
    await expect(seen).resolves.toBeUndefined();
  });
});
