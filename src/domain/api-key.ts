import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Digits of base 62 in the order of their value. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'adw_';
const secretBytes = 32;
const secretDigits = 43; // 62^43 is just above 2^256
const checksumDigits = 6; // 62^6 is above 2^32
const shape = /^adw_[0-9A-Za-z]{49}$/;

export interface NewApiKey {
  /** Shown once, never stored. */
  secret: string;
  /** What is stored: lower-case hex SHA-256 of the secret. */
  hash: string;
  /** Prefix and last four characters, to tell keys apart in a list. */
  hint: string;
}

/** `random(n)` returns n bytes fit for secrets. */
export function newApiKey(random: (bytes: number) => Uint8Array): NewApiKey {
  const value = BigInt(`0x${Buffer.from(random(secretBytes)).toString('hex')}`);
  const body = prefix + base62(value, secretDigits);
  const secret = body + checksum(body);
  return { secret, hash: hashApiKey(secret), hint: `${prefix}…${secret.slice(-4)}` };
}

/**
 * True for a string of the right shape with the right checksum: CRC-32 of the ASCII bytes before it, the prefix included.
 * It says nothing about whether such a key exists; it spares a look-up for everything that cannot.
 */
export function checkApiKey(text: string): boolean {
  return shape.test(text) && checksum(text.slice(0, -checksumDigits)) === text.slice(-checksumDigits);
}

/** A plain hash is enough: the secret has 256 random bits, so there is nothing to guess slowly. */
export function hashApiKey(secret: string): string {
  return hash('sha256', secret);
}

function checksum(body: string): string {
  let text = '';
  for (let rest = crc32(body); text.length < checksumDigits; rest = Math.floor(rest / 62))
    text = digits.charAt(rest % 62) + text;
  return text;
}

/** Big-endian, zero-padded to `width` digits. */
function base62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; text.length < width; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}
