import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ExpiringState } from '../../src/admin/state/port.ts';

export interface StateUnderTest {
  /** A state without values. */
  state: ExpiringState;
  /** The same values over a second connection, as in another replica. */
  other: ExpiringState;
  /** Lets this time pass for both. */
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

const minuteMs = 60_000;

/** Defines the tests that every expiring state must pass. `shortMs` is a lifetime that a test can wait for. */
export function expiringStateContract(name: string, shortMs: number, open: () => Promise<StateUnderTest>): void {
  describe(`${name}: expiring state contract`, () => {
    let under: StateUnderTest;
    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    test('another replica reads a value until it expires', async () => {
      await under.state.set('session:1', 'a "value" ü', shortMs);
      expect(await under.other.get('session:1')).toBe('a "value" ü');
      await under.pass(shortMs);
      expect(await under.other.get('session:1')).toBeUndefined();
      expect(await under.other.list('session:')).toEqual([]);
    });

    test('`set` replaces a value and its lifetime', async () => {
      await under.state.set('a', 'old', shortMs);
      await under.other.set('a', 'new', minuteMs);
      await under.pass(shortMs);
      expect(await under.state.get('a')).toBe('new');
    });

    test('`setIfAbsent` stores a value only if the key has none', async () => {
      expect(await under.state.setIfAbsent('a', 'first', shortMs)).toBe(true);
      expect(await under.other.setIfAbsent('a', 'second', shortMs)).toBe(false);
      expect(await under.state.get('a')).toBe('first');
      await under.pass(shortMs);
      expect(await under.other.setIfAbsent('a', 'third', minuteMs)).toBe(true);
      expect(await under.state.get('a')).toBe('third');
    });

    test('`replaceIf` replaces and deletes only the expected value', async () => {
      await under.state.set('claim', 'mine', shortMs);
      expect(await under.other.replaceIf('claim', 'theirs', 'new', minuteMs)).toBe(false);
      expect(await under.other.replaceIf('claim', 'theirs', undefined, minuteMs)).toBe(false);
      expect(await under.other.replaceIf('claim', 'mine', 'new', minuteMs)).toBe(true);
      await under.pass(shortMs);
      expect(await under.state.get('claim')).toBe('new');
      expect(await under.state.replaceIf('claim', 'new', undefined, minuteMs)).toBe(true);
      expect([await under.other.get('claim'), await under.other.list('claim')]).toEqual([undefined, []]);
    });

    test('`replaceIf` does not bring back an expired value', async () => {
      await under.state.set('claim', 'mine', shortMs);
      await under.pass(shortMs);
      expect(await under.other.replaceIf('claim', 'mine', 'mine', minuteMs)).toBe(false);
      expect(await under.state.get('claim')).toBeUndefined();
    });

    test('only one of many callers replaces a value', async () => {
      await under.state.set('claim', 'free', minuteMs);
      const callers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? under.state : under.other));
      const won = await Promise.all(callers.map((one, index) => one.replaceIf('claim', 'free', `${index}`, minuteMs)));
      expect(won.filter((isWon) => isWon)).toHaveLength(1);
      expect(await under.other.get('claim')).toBe(String(won.indexOf(true)));
    });

    test('only one of many callers takes a value', async () => {
      await under.state.set('link:1', 'admin', minuteMs);
      const callers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? under.state : under.other));
      const taken = await Promise.all(callers.map((one) => one.take('link:1')));
      expect(taken.filter((value) => value !== undefined)).toEqual(['admin']);
      expect(await under.state.list('link:')).toEqual([]);
    });

    test('an expired value cannot be taken', async () => {
      await under.state.set('link:1', 'admin', shortMs);
      await under.pass(shortMs);
      expect(await under.other.take('link:1')).toBeUndefined();
    });

    test('`delete` removes a value, and a missing value is no failure', async () => {
      await under.state.set('a', 'value', minuteMs);
      await under.other.delete('a');
      await under.other.delete('a');
      expect(await under.state.get('a')).toBeUndefined();
    });

    test('`increment` counts over all replicas, and the lifetime begins with the first addition', async () => {
      const callers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? under.state : under.other));
      const counts = await Promise.all(callers.map((one) => one.increment('failed:1', minuteMs)));
      expect(counts.toSorted((a, b) => a - b)).toEqual(callers.map((_, index) => index + 1));
      expect(await under.other.increment('short', shortMs)).toBe(1);
      await under.pass(shortMs / 2);
      expect(await under.state.increment('short', shortMs)).toBe(2);
      await under.pass(shortMs / 2);
      expect(await under.state.increment('short', shortMs)).toBe(1);
    });

    test('a count can be read and taken like a value', async () => {
      await under.state.increment('failed:1', minuteMs);
      expect(await under.other.get('failed:1')).toBe('1');
      expect(await under.other.take('failed:1')).toBe('1');
      expect(await under.state.increment('failed:1', minuteMs)).toBe(1);
    });

    test('`list` returns the values with the prefix in the order of their keys, and no counts', async () => {
      for (const key of ['session:b', 'session:a', 'sessions', 'seen:a', 'session']) {
        await under.state.set(key, key.toUpperCase(), minuteMs);
      }
      await under.state.increment('session:count', minuteMs);
      expect(await under.other.list('session:')).toEqual([
        { key: 'session:a', value: 'SESSION:A' },
        { key: 'session:b', value: 'SESSION:B' },
      ]);
    });
  });
}
