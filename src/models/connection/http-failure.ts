import { ModelFailure, type ModelFailureKind } from '../model-failure.ts';
import { providerWords } from './provider-words.ts';
import { refusesContent } from './refused-content.ts';

const kinds: Readonly<Record<number, [ModelFailureKind, string]>> = {
  401: ['key_refused', 'the provider refused the key'],
  402: ['not_paid', 'the balance at the provider is used up'],
  403: ['key_refused', 'the key has no right to the model'],
  404: ['refused', 'the provider does not know the model or the path'],
  408: ['unavailable', 'the provider did not receive the request in time'],
  413: ['refused', 'the request is too large for the provider'],
  429: ['rate_limited', 'the provider received too many requests'],
  // The server behind the gateway may have the request, and may have done the work or may still do it.
  502: ['interrupted', 'a gateway got no response of the provider'],
  504: ['interrupted', 'a gateway did not wait for the provider'],
  520: ['interrupted', 'a gateway got no response of the provider'],
  524: ['interrupted', 'a gateway did not wait for the provider'],
};

/** Statuses with which providers refuse content. */
const moderationStatuses = new Set([400, 403, 409, 422, 451]);
/** Codes for a balance or a budget that is used up, which come with status 400, 401 or 429. */
const unpaid =
  /insufficient_quota|quota_exceeded|billing_hard_limit|credit balance is too low|spend_limit_reached|api usage limits|exhausted balance/i;
/** Code of Google for a wrong key, which comes with status 400. */
const wrongKey = /API_KEY_INVALID|API key not valid/;

/** Longest time in milliseconds that a provider can make a call wait. */
const retryAfterMsMax = 60_000;

/**
 * Returns the failure that a response states by its status. `text` is its body, whose words are used only to recognise
 * refused content and a used balance. They are no part of the message, but of its cause, without `key`.
 */
export function httpFailure(status: number, headers: Headers, text: string, key: string | null = null): ModelFailure {
  const [kind, sentence] = kindOf(status, text);
  const retryAfterMs = retryAfter(headers) ?? retryDelay(text);
  return new ModelFailure(kind, sentence, {
    ...(text.trim() !== '' && { cause: providerWords(text, key) }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

function kindOf(status: number, text: string): [ModelFailureKind, string] {
  if (status >= 400 && status < 500 && unpaid.test(text)) return ['not_paid', 'the balance at the provider is used up'];
  if (status === 400 && wrongKey.test(text)) return kindOf(401, '');
  if (moderationStatuses.has(status) && refusesContent(text)) return ['moderated', 'the provider refused the content'];
  return kinds[status] ?? unlisted(status);
}

function unlisted(status: number): [ModelFailureKind, string] {
  if (status >= 500) return ['unavailable', `the provider failed with status ${status}`];
  if (status >= 400) return ['refused', `the provider refused the request with status ${status}`];
  if (status >= 300) return ['refused', 'the provider redirects requests to another URL, which is not followed'];
  return ['unreadable', `the provider answered with status ${status}`];
}

/** Reads `retry-after-ms` or `retry-after`, in seconds or as a date. */
export function retryAfter(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  const text = headers.get('retry-after');
  const seconds = Number(text ?? Number.NaN);
  return limited([ms, seconds * 1_000, Date.parse(text ?? '') - Date.now()]);
}

/** Reads the delay in the body of an error of Google: `"retryDelay": "17s"`. */
function retryDelay(text: string): number | undefined {
  const [, seconds] = /"retryDelay"\s*:\s*"([\d.]{1,10})s"/.exec(text) ?? [];
  return limited([Number(seconds ?? Number.NaN) * 1_000]);
}

function limited(candidatesMs: readonly number[]): number | undefined {
  const found = candidatesMs.find((value) => Number.isFinite(value));
  return found === undefined ? undefined : Math.min(Math.max(0, found), retryAfterMsMax);
}
