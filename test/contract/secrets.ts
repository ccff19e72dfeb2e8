import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Secrets } from '../../src/secrets/port.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';

export interface SecretsUnderTest {
  secrets: Secrets;
  /** Two namespaces that no other test uses. */
  namespace: string;
  otherNamespace: string;
  /** Creates or replaces a Secret as an administrator does. */
  put(key: ObjectKey, values: Record<string, Buffer>): Promise<void>;
  remove(key: ObjectKey): Promise<void>;
  close(): Promise<void>;
}

/** Defines the tests that every `Secrets` implementation must pass. */
export function secretsContract(name: string, open: () => Promise<SecretsUnderTest>): void {
  describe(`${name}: Secrets contract`, () => {
    let under: SecretsUnderTest;
    let key: ObjectKey;
    beforeEach(async () => {
      under = await open();
      key = { namespace: under.namespace, name: 'signing' };
    });
    afterEach(() => under.close());

    test('Secrets.read returns every value unchanged', async () => {
      const values = {
        current: Buffer.from('whsec_one'),
        'old.1': Buffer.from([0, 255, 10, 128]),
        empty: Buffer.alloc(0),
      };
      await under.put(key, values);
      expect(await under.secrets.read(key)).toEqual(values);
    });

    test('Secrets.read returns replaced values at once', async () => {
      await under.put(key, { current: Buffer.from('one'), previous: Buffer.from('none') });
      await under.secrets.read(key);
      await under.put(key, { current: Buffer.from('two') });
      expect(await under.secrets.read(key)).toEqual({ current: Buffer.from('two') });
    });

    test('Secrets.read returns undefined for a missing or removed Secret', async () => {
      expect(await under.secrets.read(key)).toBeUndefined();
      await under.put(key, { current: Buffer.from('one') });
      await under.remove(key);
      expect(await under.secrets.read(key)).toBeUndefined();
    });

    test('Secrets with other names or namespaces are separate', async () => {
      await under.put(key, { current: Buffer.from('one') });
      expect(await under.secrets.read({ ...key, name: 'other' })).toBeUndefined();
      expect(await under.secrets.read({ ...key, namespace: under.otherNamespace })).toBeUndefined();
    });

    test.each(['', '.', '..', '../signing', 'Signing', 'signing/current', 'a\0b'])(
      'Secrets.read returns undefined for the invalid name %j',
      async (wrong) => {
        await under.put(key, { current: Buffer.from('one') });
        expect(await under.secrets.read({ ...key, name: wrong })).toBeUndefined();
        expect(await under.secrets.read({ ...key, namespace: wrong })).toBeUndefined();
      },
    );
  });
}
