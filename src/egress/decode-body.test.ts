import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { decodeBody } from './decode-body.ts';

const text = 'wool '.repeat(1_000);
const gzip = gzipSync(text);

function decoded(body: Buffer, encoding: string | undefined, bytesMax = 10_000): Promise<Buffer> {
  return decodeBody(Readable.from([body]), { content: encoding }, bytesMax, new AbortController().signal);
}

test.each<[encoding: string | undefined, sent: Buffer]>([
  [undefined, Buffer.from(text)],
  ['', Buffer.from(text)],
  ['identity', Buffer.from(text)],
  ['none', Buffer.from(text)],
  ['UTF-8', Buffer.from(text)],
  ['aws-chunked', Buffer.from(text)],
  ['compress', Buffer.from(text)],
  ['text/html; charset=utf-8', Buffer.from(text)],
  ['none, none, UTF-8, binary', Buffer.from(text)],
  ['constructor', Buffer.from(text)],
  ['aws-chunked,gzip', gzip],
  ['gzip, aws-chunked', gzip],
  ['identity, gzip', gzip],
  [', gzip ,', gzip],
  ['GZip', gzip],
  ['X-GZIP', gzip],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['zstd', zstdCompressSync(text)],
  ['gzip, none, br', brotliCompressSync(gzip)],
])('decodeBody of the encoding %p returns the text', async (encoding, sent) => {
  expect((await decoded(sent, encoding)).toString()).toBe(text);
});

test.each<[transfer: string, content: string | undefined, sent: Buffer]>([
  ['gzip, chunked', undefined, gzip],
  ['x-gzip, chunked', 'none', gzip],
  ['gzip, chunked', undefined, Buffer.from(text)],
  ['gzip, chunked', 'gzip', gzip],
  ['chunked', 'gzip', gzip],
])('decodeBody of the transfer encoding %p and the encoding %p returns the text', async (transfer, content, sent) => {
  const body = Readable.from([sent]);
  const bytes = await decodeBody(body, { content, transfer }, 10_000, new AbortController().signal);
  expect(bytes.toString()).toBe(text);
});

test.each<[what: string, encoding: string, sent: Buffer]>([
  ['text that is called gzip', 'gzip', Buffer.from(text)],
  ['text that is called gzip by S3', 'aws-chunked,gzip', Buffer.from(text)],
  ['text that is called br', 'br', Buffer.from(text)],
  ['text that is called zstd', 'zstd', Buffer.from(text)],
  ['gzip that is named twice', 'gzip, gzip', gzip],
])('decodeBody refuses %s, as browsers do', async (_, encoding, sent) => {
  await expect(decoded(sent, encoding)).rejects.toThrow();
});

test.each<[encoding: string, whole: Buffer]>([
  ['gzip', gzip],
  ['deflate', deflateSync(text)],
  ['br', brotliCompressSync(text)],
  ['zstd', zstdCompressSync(text)],
])('decodeBody accepts data in %s that ends too early, and no data at all', async (encoding, whole) => {
  expect(text).toContain((await decoded(whole.subarray(0, -1), encoding)).toString());
  expect((await decoded(Buffer.alloc(0), encoding)).toString()).toBe('');
});

test.each(['none', 'aws-chunked', 'aws-chunked, gzip'])(
  'decodeBody keeps the size limit for the encoding %s',
  async (encoding) => {
    const large = Buffer.alloc(10_001);
    await expect(decoded(encoding.includes('gzip') ? gzipSync(large) : large, encoding)).rejects.toThrow();
  },
);
