import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'adw_';
const secretBytes = 32;
const secretDigits = 43; // 43 digits of base 62 encode 256 bits
const checksumDigits = 6; // 6 digits of base 62 encode 32 bits
const shape = /^adw_[0-9A-Za-z]{49}$/;

export interface NewApiKey {
  /** Text of the API key. It is shown to the user once and never stored. */
  secret: string;
  /** The form of the API key that is stored: the SHA-256 of its text, in lower-case hexadecimal. */
  hash: string;
  hint: string;
}

/** Creates an API key. `random(n)` must return n cryptographically secure bytes. */
export function newApiKey(random: (bytes: number) => Uint8Array): NewApiKey {
  const value = BigInt(`0x${Buffer.from(random(secretBytes)).toString('hex')}`);
  const body = prefix + base62(value, secretDigits);
  const secret = body + checksum(body);
  return { secret, hash: hashApiKey(secret), hint: `${prefix}…${secret.slice(-4)}` };
}

/**
 * Reports whether the text has the form of an API key with a correct checksum. The checksum is the CRC-32 of the ASCII
 * bytes before it, including the prefix. The check avoids a lookup for text that cannot be a key; it does not show that
 * the key exists.
 */
export function checkApiKey(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -checksumDigits)) === text.slice(-checksumDigits);
}

/**
 * Returns the hash of an API key. A fast hash without salt is enough, because the 256 random bits of a key cannot be
 * guessed.
 */
export function hashApiKey(secret: string): string {
  return hash('sha256', secret);
}

function checksum(body: string): string {
  let text = '';
  for (let rest = crc32(body); text.length < checksumDigits; rest = Math.floor(rest / 62))
    text = digits.charAt(rest % 62) + text;
  return text;
}

function base62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; text.length < width; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}
