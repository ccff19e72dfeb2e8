import { describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { formatSecret, secretBytes, signatureHeaders } from './signature.ts';

const first = Buffer.alloc(32, 1);
const second = Buffer.alloc(24, 2);
const body = Buffer.from('{"status":"SUCCESS","name":"Müller 😀"}');
const message = { id: 'job-1', body };

/** Verifies headers as a receiver with one secret does. Throws if the signature is not accepted. */
function verify(key: Buffer, headers: object, payload: Buffer = body): unknown {
  return new Webhook(formatSecret(key)).verify(payload.toString(), { ...headers });
}

describe('signatureHeaders', () => {
  test('the signature is the one of the specification', () => {
    const time = new Date('2026-01-02T03:04:05.678Z');
    const signature = createHmac('sha256', first).update('job-1.1767323045.').update(body).digest('base64');
    expect(signatureHeaders(message, [first], time)).toEqual({
      'webhook-id': 'job-1',
      'webhook-timestamp': '1767323045',
      'webhook-signature': `v1,${signature}`,
    });
  });

  test('the standardwebhooks library accepts the signature', () => {
    expect(verify(first, signatureHeaders(message, [first], new Date()))).toEqual(JSON.parse(body.toString()));
  });

  test('a receiver with either secret of a rotation accepts the signature', () => {
    const headers = signatureHeaders(message, [first, second], new Date());
    expect(() => verify(first, headers)).not.toThrow();
    expect(() => verify(second, headers)).not.toThrow();
  });

  test('a receiver with another secret refuses the signature', () => {
    const headers = signatureHeaders(message, [first, second], new Date());
    expect(() => verify(Buffer.alloc(32, 3), headers)).toThrow('No matching signature');
  });

  test.each<[what: string, change: (headers: object) => object, payload: Buffer]>([
    ['another body', (headers) => headers, Buffer.from('{"status":"FAILED"}')],
    ['another id', (headers) => ({ ...headers, 'webhook-id': 'job-2' }), body],
    [
      'another time',
      (headers) => ({ ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 60) }),
      body,
    ],
  ])('%s is refused', (_, change, payload) => {
    const headers = change(signatureHeaders(message, [first], new Date()));
    expect(() => verify(first, headers, payload)).toThrow('No matching signature');
  });

  test('an attempt of an hour ago is refused', () => {
    const headers = signatureHeaders(message, [first], new Date(Date.now() - 3_600_000));
    expect(() => verify(first, headers)).toThrow('too old');
  });
});

describe('secretBytes', () => {
  test.each([24, 32, 64])('a secret of %i bytes is read as it was written', (length) => {
    const bytes = Buffer.alloc(length, 0xfb);
    expect(secretBytes(formatSecret(bytes))).toEqual(bytes);
  });

  test('white space around a secret and missing padding are accepted', () => {
    const secret = formatSecret(second.subarray(0, 24));
    expect(secretBytes(`  ${secret}\n`)).toEqual(second);
    expect(secretBytes(formatSecret(first).replace(/=+$/, ''))).toEqual(first);
  });

  test.each<[why: string, secret: string]>([
    ['no prefix', first.toString('base64')],
    ['another prefix', `whpk_${first.toString('base64')}`],
    ['too few bytes', formatSecret(Buffer.alloc(23))],
    ['too many bytes', formatSecret(Buffer.alloc(65))],
    ['no base64', `whsec_${'*'.repeat(44)}`],
    ['base64 for URLs', `whsec_${Buffer.alloc(32, 0xfb).toString('base64url')}`],
    ['a line break', `whsec_${first.toString('base64').slice(0, 20)}\n${first.toString('base64').slice(20)}`],
    ['nothing', ''],
  ])('a secret with %s is refused', (_, secret) => {
    expect(secretBytes(secret)).toBeUndefined();
  });
});
