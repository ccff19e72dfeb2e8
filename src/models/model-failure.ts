/**
 * Reason why a call of a model failed.
 *
 * - `key_refused`: 401 or 403; the key is missing, wrong, or has no right to the model.
 * - `not_paid`: 402; the provider's balance is used up.
 * - `rate_limited`: 429.
 * - `refused`: 400, 404, 422 and other 4xx: unknown model, or an option, size or schema that is not supported.
 * - `moderated`: the provider refused the content of the prompt or the result, before the work or after it.
 * - `unavailable`: 500, 503 or no connection. The call did not reach the model, or the model failed.
 * - `interrupted`: the connection was cut, or a gateway failed, after the request was sent. The model may have done the
 *   work.
 * - `timed_out`: the time limit of the call was reached. The model may have done the work.
 * - `unreadable`: the response has not the documented form, or the wrong type of content.
 * - `empty`: the response has no result.
 * - `too_large`: the result is larger than the limit.
 * - `not_allowed`: the guard of outgoing connections refused an address.
 * - `lost`: the provider does not know a job that it had accepted.
 */
export const modelFailureKinds = [
  'key_refused',
  'not_paid',
  'rate_limited',
  'refused',
  'moderated',
  'unavailable',
  'interrupted',
  'timed_out',
  'unreadable',
  'empty',
  'too_large',
  'not_allowed',
  'lost',
] as const;
export type ModelFailureKind = (typeof modelFailureKinds)[number];

/** Failures after which the provider may have charged for the call. */
const maybeBilled: ReadonlySet<ModelFailureKind> = new Set([
  'interrupted',
  'timed_out',
  'unreadable',
  'empty',
  'too_large',
  'lost',
]);

/** Failures of a request about work that say nothing about the work. */
const silentOnWork: ReadonlySet<ModelFailureKind> = new Set([
  'rate_limited',
  'unavailable',
  'interrupted',
  'key_refused',
  'not_paid',
  'refused',
  'unreadable',
]);

interface FailureOptions extends ErrorOptions {
  /** Time in milliseconds that the provider asks to wait before the next call. */
  retryAfterMs?: number;
  /** The work was done, and only its result was not received. Default: as the kind of the failure states. */
  isAfterWork?: boolean;
}

/**
 * Failed call of a model. The message is one sentence without a full stop that may be shown to clients: it contains no
 * key, no URL and nothing that a provider wrote. The words of the provider, without keys, are the cause, for operators.
 */
export class ModelFailure extends Error {
  readonly kind: ModelFailureKind;
  readonly retryAfterMs: number | undefined;
  /** True if the provider may have charged for the call. */
  readonly mayBeBilled: boolean;

  constructor(kind: ModelFailureKind, sentence: string, options: FailureOptions = {}) {
    const { retryAfterMs, isAfterWork = false, ...rest } = options;
    super(sentence, rest);
    this.name = 'ModelFailure';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.mayBeBilled = isAfterWork || maybeBilled.has(kind);
  }
}

/** Reports whether a request about work has failed in a way that says nothing about the work, so it is worth another. */
export const isSilentOnWork = (error: unknown): error is ModelFailure =>
  error instanceof ModelFailure && silentOnWork.has(error.kind);
