import { sha256 } from '../../files/sha256.ts';

const tokenBytes = 32;
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new token of 256 random bits. The token alone lets a browser in, so it is stored only as a hash. */
export function newToken(random: (bytes: number) => Buffer): string {
  return random(tokenBytes).toString('base64url');
}

/** Returns the hash under which a token is stored. Returns undefined for a text that is no token. */
export function hashOfToken(token: string | null | undefined): string | undefined {
  return token != null && tokenForm.test(token) ? sha256(Buffer.from(token)) : undefined;
}

export function hashOf(text: string): string {
  return sha256(Buffer.from(text));
}
