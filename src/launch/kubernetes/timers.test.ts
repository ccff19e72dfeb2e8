import { describe, expect, test } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { Timers } from './timers.ts';

describe('Alarms', () => {
  const clock = new FakeClock();
  const startMs = clock.now().getTime();
  const rung: string[] = [];
  const alarms = new Timers<string>(clock, (key) => void rung.push(`${key} at ${clock.now().getTime() - startMs}`));
  const stop = new AbortController();
  const over = alarms.run(stop.signal);
  const at = (key: string, ms: number | undefined) => {
    alarms.set(key, ms === undefined ? undefined : startMs + ms);
  };

  test('alarms fire at their times, even if one is set for earlier than all others', async () => {
    at('late', 5_000);
    await clock.advance(1_000);
    at('early', 2_000);
    await clock.advance(9_000);
    expect(rung.splice(0)).toEqual(['early at 2000', 'late at 5000']);
  });

  test('an alarm in the past fires at once', async () => {
    at('past', 1);
    await clock.advance(0);
    expect(rung.splice(0)).toEqual(['past at 10000']);
  });

  test('an alarm that was moved fires at its last time, and a removed alarm does not fire', async () => {
    at('moved', 11_000);
    at('moved', 13_000);
    at('gone', 12_000);
    at('gone', undefined);
    await clock.advance(5_000);
    expect(rung.splice(0)).toEqual(['moved at 13000']);
  });

  test('alarms stop with the signal and fire no more', async () => {
    at('never', 16_000);
    stop.abort();
    await over;
    await clock.advance(5_000);
    expect(rung).toEqual([]);
  });
});
