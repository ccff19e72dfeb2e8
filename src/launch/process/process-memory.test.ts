import { describe, expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { memoryExceeded, psTreeBytes, treeMemory } from './process-memory.ts';

describe('psTreeBytes', () => {
  const table = ['  1 0 100', ' 10 1 200', ' 11 10 30', ' 12 11 4', ' 20 1 5000', ''].join('\n');

  test.each([
    ['psTreeBytes adds a process and all its descendants', 10, 234],
    ['psTreeBytes adds a process without children', 20, 5_000],
    ['psTreeBytes returns 0 for a process that has exited', 99, 0],
  ])('%s', (_, pid, kibibytes) => {
    expect(psTreeBytes(pid, table)).toBe(kibibytes * 1_024);
  });
});

describe('treeMemory', () => {
  test('treeMemory is close to the resident memory that this process reports', async () => {
    const ratio = (await treeMemory()(process.pid)) / process.memoryUsage.rss();
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(3);
  });

  test('treeMemory returns 0 for a process that has exited', async () => {
    expect(await treeMemory()(2 ** 22 + 1)).toBe(0);
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

  test('memoryExceeded resolves with the size that exceeded the limit', async () => {
    const { clock, seen } = watch([10, 100, 101]);
    await clock.advance(1_000);
    await expect(seen).resolves.toBe(101);
  });

  test('memoryExceeded measures more often from half of the limit on', async () => {
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
