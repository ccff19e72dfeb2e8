import { z } from 'zod';
import { parseJson } from '../domain/json-text.ts';
import { timestamp } from '../domain/timestamp.ts';
import { secretBytes } from '../webhooks/signature.ts';
import type { AccountSecret } from './port.ts';

const usableSecret = z.string().refine((text) => secretBytes(text) !== undefined);

const Stored = z.object({
  current: usableSecret,
  previous: z.object({ secret: usableSecret, until: z.iso.datetime() }).optional(),
});

/**
 * Parses the stored signing secrets of an account. Omits a replaced secret that is no longer valid at `now`. Returns
 * undefined if the text is damaged.
 */
export function parseAccountSecret(text: string, now: Date): AccountSecret | undefined {
  const { data } = Stored.safeParse(parseJson(text));
  if (data?.previous === undefined) return data;
  const { current, previous } = data;
  return Date.parse(previous.until) > now.getTime() ? { current, previous } : { current };
}

export function formatAccountSecret(secret: AccountSecret): string {
  return JSON.stringify(secret);
}

/**
 * Returns the signing secrets of an account after a rotation, which replaces the current secret by `fresh`. The
 * replaced secret stays valid for `overlapMs` milliseconds. A secret that an earlier rotation replaced becomes invalid
 * at once.
 */
export function rotated(
  before: AccountSecret | undefined,
  fresh: string,
  { now, overlapMs }: { now: Date; overlapMs: number },
): AccountSecret {
  if (before === undefined || overlapMs <= 0) return { current: fresh };
  const until = timestamp(new Date(now.getTime() + overlapMs));
  return { current: fresh, previous: { secret: before.current, until } };
}

/** Returns the keys that sign callbacks, decoded from the secrets, newest first. */
export function keysOf({ current, previous }: AccountSecret): Buffer[] {
  return [current, previous?.secret].flatMap((secret) => secretBytes(secret ?? '') ?? []);
}
