import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Secrets } from '../../src/secrets/port.ts';
import type { ObjectKey } from '../../src/store/port.ts';

export interface SecretsUnderTest {
  secrets: Secrets;
  /** Two namespaces that nothing but this test uses. */
  namespace: string;
  otherNamespace: string;
  /** As whoever installs Adwright would. A second time it replaces the first. */
  put(key: ObjectKey, values: Record<string, Buffer>): Promise<void>;
  remove(key: ObjectKey): Promise<void>;
  close(): Promise<void>;
}

/** What every home of Secrets does. */
export function secretsContract(name: string, open: () => Promise<SecretsUnderTest>): void {
  describe(`${name}, as a home of Secrets`, () => {
    let under: SecretsUnderTest;
    let key: ObjectKey;
    beforeEach(async () => {
      under = await open();
      key = { namespace: under.namespace, name: 'signing' };
    });
    afterEach(() => under.close());

    test('gives back every value, byte for byte', async () => {
      const values = {
        current: Buffer.from('whsec_one'),
        'old.1': Buffer.from([0, 255, 10, 128]),
        empty: Buffer.alloc(0),
      };
      await under.put(key, values);
      expect(await under.secrets.read(key)).toEqual(values);
    });

    test('sees at once what was replaced', async () => {
      await under.put(key, { current: Buffer.from('one'), previous: Buffer.from('none') });
      await under.secrets.read(key);
      await under.put(key, { current: Buffer.from('two') });
      expect(await under.secrets.read(key)).toEqual({ current: Buffer.from('two') });
    });

    test('says undefined of what is not there, or not any more', async () => {
      expect(await under.secrets.read(key)).toBeUndefined();
      await under.put(key, { current: Buffer.from('one') });
      await under.remove(key);
      expect(await under.secrets.read(key)).toBeUndefined();
    });

    test('keeps names and namespaces apart', async () => {
      await under.put(key, { current: Buffer.from('one') });
      expect(await under.secrets.read({ ...key, name: 'other' })).toBeUndefined();
      expect(await under.secrets.read({ ...key, namespace: under.otherNamespace })).toBeUndefined();
    });

    test.each(['', '.', '..', '../signing', 'Signing', 'signing/current', 'a\0b'])(
      'there is none of the name %j',
      async (wrong) => {
        await under.put(key, { current: Buffer.from('one') });
        expect(await under.secrets.read({ ...key, name: wrong })).toBeUndefined();
        expect(await under.secrets.read({ ...key, namespace: wrong })).toBeUndefined();
      },
    );
  });
}
