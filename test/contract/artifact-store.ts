import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FileTooLarge, type ArtifactStore } from '../../src/artifacts/port.ts';
import type { FileAccess } from '../../src/schema/stage-contract.ts';
import { collected } from '../support/process/collected.ts';

export interface ArtifactStoreUnderTest {
  store: ArtifactStore;
  /** Reads a file in the way in which a stage reads it: through the `FileAccess` that the stage gets. */
  readByAccess(access: FileAccess): Promise<Buffer>;
  writeByAccess(access: FileAccess, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** Defines the tests that every `ArtifactStore` must pass. */
export function artifactStoreContract(name: string, open: () => Promise<ArtifactStoreUnderTest>): void {
  describe(`${name}: artifact store contract`, () => {
    let under: ArtifactStoreUnderTest;
    let store: ArtifactStore;
    beforeEach(async () => {
      under = await open();
      ({ store } = under);
    });
    afterEach(() => under.close());

    const put = (key: string, text: string): Promise<void> => store.put(key, Buffer.from(text));
    const keysBelow = async (prefix: string): Promise<string[]> =>
      (await store.list(prefix)).map(({ key }) => key).sort();

    test('ArtifactStore.get returns the stored bytes unchanged', async () => {
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));
      await store.put('jobs/a/picture.png', bytes);
      expect(await store.get('jobs/a/picture.png', 100_000)).toEqual(bytes);
    });

    test('an empty file can be stored and read', async () => {
      await put('jobs/a/empty', '');
      expect(await store.get('jobs/a/empty', 0)).toEqual(Buffer.alloc(0));
      expect(await store.stat('jobs/a/empty')).toMatchObject({ key: 'jobs/a/empty', bytes: 0 });
    });

    test('ArtifactStore.put replaces the whole file', async () => {
      await put('jobs/a/file', 'long before');
      await put('jobs/a/file', 'after');
      expect(String(await store.get('jobs/a/file', 100))).toBe('after');
    });

    test('ArtifactStore.putIfAbsent writes a file once, and the first file stays', async () => {
      expect(await store.putIfAbsent('jobs/a/file', Buffer.from('first'))).toBe(true);
      expect(await store.putIfAbsent('jobs/a/file', Buffer.from('second'))).toBe(false);
      expect(String(await store.get('jobs/a/file', 100))).toBe('first');
      await put('jobs/a/file', 'third');
      expect(await store.putIfAbsent('jobs/a/file', Buffer.from('fourth'))).toBe(false);
      expect(String(await store.get('jobs/a/file', 100))).toBe('third');
    });

    test('ArtifactStore.putIfAbsent writes a file again after it was deleted', async () => {
      await put('jobs/a/file', 'before');
      await store.deleteFile('jobs/a/file');
      expect(await store.putIfAbsent('jobs/a/file', Buffer.from('after'))).toBe(true);
      expect(String(await store.get('jobs/a/file', 100))).toBe('after');
    });

    test('of several calls of ArtifactStore.putIfAbsent at once, one writes its whole file', async () => {
      const texts = Array.from({ length: 8 }, (_, n) => String(n).repeat(100_000));
      const calls = texts.map((text) => store.putIfAbsent('jobs/a/file', Buffer.from(text)));
      const outcomes = await Promise.allSettled(calls);
      // A store may also refuse a call while another call writes the same file.
      const written = texts.filter((_, n) => outcomes[n]?.status === 'fulfilled' && outcomes[n].value);
      expect(written).toEqual([String(await store.get('jobs/a/file', 100_000))]);
      expect(await keysBelow('jobs/')).toEqual(['jobs/a/file']);
    });

    test('ArtifactStore.get refuses to read a file that is larger than its limit', async () => {
      await put('jobs/a/file', '12345');
      await expect(store.get('jobs/a/file', 4)).rejects.toBeInstanceOf(FileTooLarge);
      expect(String(await store.get('jobs/a/file', 5))).toBe('12345');
    });

    test('ArtifactStore.stat returns size and modification time', async () => {
      const beforeMs = Date.now() - 2_000;
      await put('jobs/a/file', '12345');
      const info = await store.stat('jobs/a/file');
      expect(info).toMatchObject({ key: 'jobs/a/file', bytes: 5 });
      expect(info?.lastModified.getTime()).toBeGreaterThan(beforeMs);
    });

    test.each<[string, { start: number; end: number } | undefined, string]>([
      ['the whole file', undefined, '0123456789'],
      ['a byte range, both ends inclusive', { start: 2, end: 4 }, '234'],
      ['a single byte', { start: 0, end: 0 }, '0'],
      ['the available bytes if the range ends beyond the file', { start: 8, end: 99 }, '89'],
    ])('ArtifactStore.open streams %s', async (_, range, want) => {
      await put('jobs/a/digits', '0123456789');
      const stream = await store.open('jobs/a/digits', range);
      if (stream === undefined) throw new Error('failed to open the file: the store returned undefined');
      expect(String(await buffer(stream))).toBe(want);
    });

    test('`get`, `stat` and `open` return undefined for a missing key', async () => {
      await put('jobs/a/file', 'x');
      for (const key of ['jobs/a/other', 'jobs/b/file', 'jobs/a/file/below', 'jobs/a']) {
        expect(await store.get(key, 10)).toBeUndefined();
        expect(await store.stat(key)).toBeUndefined();
        expect(await store.open(key)).toBeUndefined();
      }
    });

    test('ArtifactStore.list returns every key below a prefix and no other', async () => {
      for (const key of ['jobs/a/1', 'jobs/a/deep/2', 'jobs/ab/3', 'jobs/b/4']) await put(key, 'x');
      expect(await keysBelow('jobs/a/')).toEqual(['jobs/a/1', 'jobs/a/deep/2']);
      expect(await keysBelow('jobs/')).toEqual(['jobs/a/1', 'jobs/a/deep/2', 'jobs/ab/3', 'jobs/b/4']);
      expect(await keysBelow('nothing/')).toEqual([]);
    });

    test('ArtifactStore.walk yields every key below a prefix and no other, with size and time', async () => {
      const beforeMs = Date.now() - 2_000;
      for (const key of ['jobs/a/1', 'jobs/a/deep/2', 'jobs/ab/3', 'jobs/b/4']) await put(key, 'xyz');
      const infos = await collected(store.walk('jobs/a/'));
      expect(infos.map(({ key }) => key).sort()).toEqual(['jobs/a/1', 'jobs/a/deep/2']);
      expect(infos.every(({ bytes, lastModified }) => bytes === 3 && lastModified.getTime() > beforeMs)).toBe(true);
      expect(await collected(store.walk('nothing/'))).toEqual([]);
    });

    test('ArtifactStore.listNames returns the files and folders directly below a prefix', async () => {
      for (const key of ['jobs/a/1', 'jobs/a/deep/2', 'jobs/b/3', 'jobs/file', 'other/c/4']) await put(key, 'x');
      const { files, folders } = await store.listNames('jobs/');
      expect({ files, folders: folders.sort() }).toEqual({ files: ['file'], folders: ['a', 'b'] });
      expect(await store.listNames('nothing/')).toEqual({ files: [], folders: [] });
    });

    test('ArtifactStore.walk continues while the yielded keys are removed', async () => {
      const keys = Array.from({ length: 50 }, (_, index) => `jobs/a/${index}`);
      for (const key of keys) await put(key, 'x');
      const seen: string[] = [];
      for await (const { key } of store.walk('jobs/a/')) {
        seen.push(key);
        await store.deleteFile(key);
      }
      expect(seen.sort()).toEqual(keys.sort());
      expect(await keysBelow('jobs/')).toEqual([]);
    });

    test('ArtifactStore.deleteFile deletes one file and no other', async () => {
      for (const key of ['jobs/a', 'jobs/ab', 'jobs/c/1']) await put(key, 'x');
      for (const key of ['jobs/a', 'jobs/a', 'jobs/c', 'nothing/at/all']) await store.deleteFile(key);
      expect(await keysBelow('jobs/')).toEqual(['jobs/ab', 'jobs/c/1']);
    });

    test('ArtifactStore.deleteTree deletes every key below a prefix and no other', async () => {
      for (const key of ['jobs/a/1', 'jobs/a/deep/2', 'jobs/ab/3']) await put(key, 'x');
      await store.deleteTree('jobs/a/');
      await store.deleteTree('jobs/a/');
      await store.deleteTree('nothing/at/all/');
      expect(await keysBelow('jobs/')).toEqual(['jobs/ab/3']);
      expect(await store.get('jobs/a/1', 10)).toBeUndefined();
    });

    test.each([
      '',
      '/',
      '/jobs/a',
      'jobs//a',
      'jobs/a/',
      'jobs/../a',
      '..',
      'jobs/./a',
      'jobs/a b',
      'jobs/a\\b',
      'jobs/a\0',
      'jobs/ä',
      'jobs/a~1',
      'jobs/%2e%2e/a',
      `jobs/${'x'.repeat(201)}`,
      `jobs${`/${'x'.repeat(200)}`.repeat(6)}`,
    ])('an artifact store refuses the key %j', async (key) => {
      await expect(put(key, 'x')).rejects.toThrow('Invalid artifact key');
      await expect(store.putIfAbsent(key, Buffer.from('x'))).rejects.toThrow('Invalid artifact key');
      await expect(store.get(key, 10)).rejects.toThrow('Invalid artifact key');
      await expect(store.stat(key)).rejects.toThrow('Invalid artifact key');
      await expect(store.open(key)).rejects.toThrow('Invalid artifact key');
      await expect(store.access(key, 'write', 60)).rejects.toThrow('Invalid artifact key');
      await expect(store.deleteFile(key)).rejects.toThrow('Invalid artifact key');
    });

    test.each(['', '/', 'jobs', '../', 'jobs/../', '/jobs/'])(
      'an artifact store refuses the prefix %j',
      async (prefix) => {
        await expect(store.list(prefix)).rejects.toThrow(/artifact key/);
        await expect(store.listNames(prefix)).rejects.toThrow(/artifact key/);
        await expect(store.deleteTree(prefix)).rejects.toThrow(/artifact key/);
        await expect(collected(store.walk(prefix))).rejects.toThrow(/artifact key/);
      },
    );

    test('read access lets a stage read a file', async () => {
      await put('jobs/a/file', 'for you');
      expect(String(await under.readByAccess(await store.access('jobs/a/file', 'read', 60)))).toBe('for you');
    });

    test('write access lets a stage write a file whose folder did not exist', async () => {
      const access = await store.access('jobs/new/stage-1/file', 'write', 60);
      expect(await store.stat('jobs/new/stage-1/file')).toBeUndefined();
      await under.writeByAccess(access, Buffer.from('from a stage'));
      expect(String(await store.get('jobs/new/stage-1/file', 100))).toBe('from a stage');
    });
  });
}
