import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { secretBytes } from '../../src/webhooks/signature.ts';
import type { AccountSecrets } from '../../src/secrets/port.ts';
import type { FakeClock } from '../support/time/fake-clock.ts';

export interface AccountSecretsUnderTest {
  /** Opens the same stored secrets once more, as another process does. */
  open(): AccountSecrets;
  /** The clock that all opened secrets use. */
  clock: FakeClock;
  /** Replaces the stored text of an account's secret by an invalid one, as an administrator might do by mistake. */
  damage(account: { namespace: string; name: string }): Promise<void>;
  close(): Promise<void>;
}

const hourMs = 3_600_000;
const acme = { namespace: 'ads', name: 'acme' };
const globex = { namespace: 'ads', name: 'globex' };

/** Defines the tests that every `AccountSecrets` implementation must pass. */
export function accountSecretsContract(name: string, open: () => Promise<AccountSecretsUnderTest>): void {
  describe(`${name}: AccountSecrets contract`, () => {
    let under: AccountSecretsUnderTest;
    let secrets: AccountSecrets;
    beforeEach(async () => {
      under = await open();
      secrets = under.open();
    });
    afterEach(() => under.close());

    test('`ensure` creates a secret of 32 random bytes for each account', async () => {
      await secrets.ensure([acme, globex]);
      const made = [await secrets.read(acme), await secrets.read(globex)];
      expect(made.map((one) => secretBytes(one?.current ?? '')?.length)).toEqual([32, 32]);
      expect(made[0]).not.toEqual(made[1]);
    });

    test('`ensure` keeps an existing secret', async () => {
      await secrets.ensure([acme]);
      const before = await secrets.read(acme);
      await secrets.ensure([globex, acme]);
      expect(await secrets.read(acme)).toEqual(before);
    });

    test('`read` returns undefined for an account without a secret', async () => {
      await secrets.ensure([acme]);
      expect(await secrets.read(globex)).toBeUndefined();
    });

    test('accounts whose names differ only in the place of a dot have separate secrets', async () => {
      const [one, other] = [
        { namespace: 'a', name: 'b.c' },
        { namespace: 'a', name: 'b' },
      ];
      await secrets.ensure([one, other]);
      await secrets.delete(other);
      expect(await secrets.read(one)).toBeDefined();
      expect(await secrets.read(other)).toBeUndefined();
    });

    test('after a rotation both secrets sign until the overlap ends', async () => {
      await secrets.ensure([acme]);
      const before = await secrets.read(acme);
      const after = await secrets.rotate(acme, 24 * hourMs);
      const until = new Date(under.clock.now().getTime() + 24 * hourMs);
      expect(after.current).not.toBe(before?.current);
      expect(after.previous?.secret).toBe(before?.current);
      expect(new Date(after.previous?.until ?? '')).toEqual(until);
      expect(await secrets.read(acme)).toEqual(after);
      await under.clock.advance(24 * hourMs - 1_000);
      expect(await secrets.read(acme)).toEqual(after);
      await under.clock.advance(1_000);
      expect(await secrets.read(acme)).toEqual({ current: after.current });
    });

    test('a rotation without an overlap revokes the old secret at once', async () => {
      await secrets.ensure([acme]);
      const { current } = await secrets.rotate(acme, 0);
      expect(await secrets.read(acme)).toEqual({ current });
    });

    test('a second rotation during an overlap keeps the two newest secrets', async () => {
      const first = await secrets.rotate(acme, 24 * hourMs);
      const second = await secrets.rotate(acme, 24 * hourMs);
      const third = await secrets.rotate(acme, hourMs);
      expect(first.previous).toBeUndefined();
      expect(third.previous?.secret).toBe(second.current);
    });

    test('`delete` removes the secret, and a secret created later is another one', async () => {
      await secrets.delete(acme);
      await secrets.ensure([acme, globex]);
      const [before, other] = [await secrets.read(acme), await secrets.read(globex)];
      await secrets.delete(acme);
      expect(await secrets.read(acme)).toBeUndefined();
      expect(await secrets.read(globex)).toEqual(other);
      await secrets.ensure([acme]);
      expect(await secrets.read(acme)).not.toEqual(before);
    });

    test('a damaged secret is not used and not replaced until a rotation', async () => {
      await secrets.ensure([acme]);
      await under.damage(acme);
      await secrets.ensure([acme]);
      expect(await secrets.read(acme)).toBeUndefined();
      const { current, previous } = await secrets.rotate(acme, hourMs);
      expect(previous).toBeUndefined();
      expect(await secrets.read(acme)).toEqual({ current });
    });

    test('concurrent writers lose no secret and agree on each', async () => {
      const writers = [secrets, under.open(), under.open()];
      const accounts = ['a', 'b', 'c', 'd'].map((one) => ({ namespace: 'ads', name: one }));
      await secrets.ensure([acme]);
      const rotating = writers.map((writer) => writer.rotate(acme, hourMs));
      await Promise.all(writers.flatMap((writer) => accounts.map((account) => writer.ensure([account]))));
      const rotations = await Promise.all(rotating);
      for (const account of accounts) {
        const [one, ...others] = await Promise.all(writers.map((writer) => writer.read(account)));
        expect(one).toBeDefined();
        for (const other of others) expect(other).toEqual(one);
      }
      const last = await secrets.read(acme);
      const made = rotations.map(({ current }) => current);
      expect(new Set(made).size).toBe(writers.length);
      expect(made).toEqual(expect.arrayContaining([last?.current, last?.previous?.secret]));
    });
  });
}
