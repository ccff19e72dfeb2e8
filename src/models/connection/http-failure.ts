import { ModelFailure, type ModelFailureKind } from '../model-failure.ts';

const kinds: Readonly<Record<number, [ModelFailureKind, string]>> = {
  401: ['key_refused', 'the provider refused the key'],
  402: ['not_paid', 'the balance at the provider is used up'],
  403: ['key_refused', 'the key has no right to the model'],
  404: ['refused', 'the provider does not know the model or the path'],
  408: ['unavailable', 'the provider did not receive the request in time'],
  413: ['refused', 'the request is too large for the provider'],
  429: ['rate_limited', 'the provider received too many requests'],
};

/** Words of providers for content that they refuse, in the codes and messages of errors. */
const moderation = /content[ _-]?(policy|filter)|moderat|safety|blocked_by|prohibited|responsible[ _-]?ai|nsfw/i;

/** Longest time in milliseconds that a provider can make a call wait. */
const retryAfterMsMax = 60_000;

/**
 * Returns the failure that a response states by its status. `text` is its body, whose words are used only to recognise
 * refused content, and are no part of the message.
 */
export function httpFailure(status: number, headers: Headers, text: string): ModelFailure {
  if (status >= 400 && status < 500 && status !== 401 && moderation.test(text))
    return new ModelFailure('moderated', 'the provider refused the content');
  const [kind, sentence] = kinds[status] ?? unlisted(status);
  const retryAfterMs = retryAfter(headers);
  return new ModelFailure(kind, sentence, retryAfterMs === undefined ? {} : { retryAfterMs });
}

function unlisted(status: number): [ModelFailureKind, string] {
  if (status >= 500) return ['unavailable', `the provider failed with status ${status}`];
  if (status >= 400) return ['refused', `the provider refused the request with status ${status}`];
  return ['unreadable', `the provider answered with status ${status}`];
}

/** Reads `retry-after-ms` or `retry-after`, in seconds or as a date. */
export function retryAfter(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  const text = headers.get('retry-after');
  const seconds = Number(text ?? Number.NaN);
  const found = [ms, seconds * 1_000, Date.parse(text ?? '') - Date.now()].find((value) => Number.isFinite(value));
  return found === undefined ? undefined : Math.min(Math.max(0, found), retryAfterMsMax);
}
