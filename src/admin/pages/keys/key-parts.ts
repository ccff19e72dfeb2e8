import { rateWindows, windowNamed } from '../../../ads/known-types.ts';
import { keyState, type KeyState } from '../../../domain/api-key-validity.ts';
import type { ObjectKey } from '../../../objects/object-key.ts';
import { limitOf, type RateLimiter } from '../../../ratelimit/port.ts';
import type { ApiKey } from '../../../schema/apikey.ts';
import type { AdminDeps } from '../../deps.ts';
import { texts } from '../../texts/texts.ts';
import { number, time } from '../../web/components/formats.ts';
import { progress } from '../../web/components/figures.ts';
import { badge, type Tone } from '../../web/components/parts.ts';
import { html, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { keys: words } = texts;

/** Returns the path of the pages of an API key, such as `/keys/default/shop/rotate`. */
export function keyPath({ namespace, name }: ObjectKey, rest = ''): string {
  return `/keys/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}${rest}`;
}

/** The page above the pages of API keys. */
export const keysParent = { path: '/keys', title: texts.shell.titles.keys };

const tones: Record<KeyState, Tone> = { valid: 'good', expired: 'warning', revoked: 'bad' };

export function stateBadge(view: View, { spec }: ApiKey): Html {
  const state = keyState(spec, view.now);
  return badge(tones[state], words.states[state]);
}

export function hasOwnLimits({ spec }: ApiKey): boolean {
  return Object.values(spec.limits ?? {}).some((limit) => limit !== undefined);
}

/** Time of the last use. It is written at most once an hour, so a new key may have been used already. */
export function lastUsed(view: View, { status }: ApiKey): HtmlPart {
  return status?.lastUsedTime === undefined ? words.never : time(view, status.lastUsedTime);
}

/** Number of requests of the current minute, by key and window. Undefined if the store of the counts does not respond. */
export type LiveCounts = ReadonlyMap<string, number> | undefined;

/** Reads the counts of all windows of these keys with one call. */
export async function liveCounts(keys: readonly ApiKey[], rateLimiter: Pick<RateLimiter, 'used'>): Promise<LiveCounts> {
  const counted = keys.flatMap(({ metadata: { namespace, name } }) =>
    rateWindows.map((window) => ({ key: { namespace, name }, window: window.name })),
  );
  if (counted.length === 0) return new Map();
  const used = await rateLimiter.used(counted).catch(() => undefined);
  return used && new Map(counted.map(({ key, window }, i) => [countName(key, window), used[i] ?? 0]));
}

function countName({ namespace, name }: ObjectKey, window: string): string {
  return `${namespace}/${name}/${window}`;
}

/** The live count of a window beside its limit, such as `7 of 10 this minute`. */
export function windowMeter(
  view: View,
  { metadata, spec }: ApiKey,
  window: string,
  { counts, windowDefaults }: { counts: LiveCounts } & Pick<AdminDeps, 'windowDefaults'>,
): Html {
  const limit = limitOf(window, spec.limits ?? {}, windowDefaults);
  if (counts === undefined) return html`${words.ofLimit(number(view, limit))}`;
  const used = counts.get(countName(metadata, window)) ?? 0;
  const text = words.ofThisMinute(number(view, used), number(view, limit));
  return progress({ label: windowNamed(window).requests, value: used, max: limit, text });
}
