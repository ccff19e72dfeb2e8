/** One kind of refusal, as RFC 9457 tells it. `title` never changes for a code; `remedy` says what the caller can do. */
export interface ProblemKind {
  status: number;
  title: string;
  description: string;
  remedy: string;
}

/**
 * Every HTTP problem this API answers with, by its `code`. The docs page, the OpenAPI document and the answers themselves
 * are made from here. Part of the API: codes are never changed, only added.
 */
export const problems = {
  bad_request: {
    status: 400,
    title: 'This is not a valid HTTP request',
    description:
      'The request breaks the rules of HTTP: a broken request line, header or body framing, or no Host. The connection is closed.',
    remedy: 'Use an HTTP client library.',
  },
  body_unreadable: {
    status: 400,
    title: 'The body cannot be read',
    description:
      'The body is empty, not UTF-8, begins with a byte order mark, is not JSON, or is nested deeper than 32.',
    remedy: 'Send one JSON object in UTF-8.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid API key is needed',
    description: 'The header X-API-Key is missing, sent twice, malformed, unknown, expired or revoked.',
    remedy: 'Send a valid key in X-API-Key, once.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    description: 'The job costs more credits (`required`) than the account has (`available`). Nothing was made.',
    remedy: 'Have credits granted to the account, or ask for less: a lower resolution or fewer aspect ratios.',
  },
  account_deactivated: {
    status: 403,
    title: 'The account is deactivated',
    description: 'The key is valid, but its account is deactivated. Its running jobs go on.',
    remedy: 'Ask the operator of this installation to activate the account.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing here',
    description: 'No endpoint or file has this address.',
    remedy: 'Check the path. The endpoints are listed in /openapi.json and at /docs.',
  },
  job_not_found: {
    status: 404,
    title: 'No such job',
    description:
      'There is no job of this id that this key may see: it is unknown, was erased, or belongs to another key.',
    remedy: 'Check the id, and use the key that created the job.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This method does not work here',
    description: 'The path exists, but not with this method. The header Allow lists those that work.',
    remedy: 'Use a method from the header Allow.',
  },
  request_timeout: {
    status: 408,
    title: 'The body did not arrive in time',
    description: 'The request was not complete within 10 seconds. The connection is closed.',
    remedy: 'Send the request again, in one go.',
  },
  job_finished: {
    status: 409,
    title: 'The job is finished already',
    description: 'A finished job cannot be cancelled.',
    remedy: 'Read the job: its result or error stands there.',
  },
  job_not_finished: {
    status: 409,
    title: 'The job is not finished',
    description: 'What was asked needs a finished job.',
    remedy: 'Wait for the job to end, or cancel it first.',
  },
  job_archived: {
    status: 409,
    title: 'The job is archived',
    description: 'The job is in the archive: it can be read, and nothing else.',
    remedy: 'Read the job instead.',
  },
  no_callback: {
    status: 409,
    title: 'The job has no callback',
    description: 'The job was created without a callback_url, so there is nothing to deliver.',
    remedy: 'Read the job, or create the next one with a callback_url.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    description: 'A body may have at most 262,144 bytes.',
    remedy: 'Send less. Pictures are given by address, never inside the body.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body must be plain JSON',
    description: 'The Content-Type is not application/json (charset absent or utf-8), or there is a Content-Encoding.',
    remedy: 'Send Content-Type: application/json and no Content-Encoding.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file has no such part',
    description: 'The Range begins beyond the end of the file. Content-Range tells its length.',
    remedy: 'Ask for a part within the file, or for the whole of it.',
  },
  validation_failed: {
    status: 422,
    title: 'The request is not valid',
    description:
      'Something in the request is wrong. `errors` names every place (`loc`), what to do (`msg`) and the kind (`type`).',
    remedy: 'Correct every place that `errors` names, and send the request again.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key was used for another request',
    description: 'Within 24 hours the same Idempotency-Key came with a different body.',
    remedy: 'Use a new Idempotency-Key for a new request; repeat a request with exactly the same body.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    description:
      'The key has used up its requests of this minute. Retry-After says in how many seconds the next minute begins.',
    remedy: 'Wait as long as Retry-After says.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    description: 'Request line and headers may have at most 16 KiB together. The connection is closed.',
    remedy: 'Send shorter headers, or a shorter address.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    description: 'The request could not be answered. The cause is in the log under the request id.',
    remedy: 'Try again. If it goes on, tell the operator the request id.',
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    description:
      'A part that this request needs does not answer. A create that may have been accepted all the same is taken back as soon as possible.',
    remedy: 'Try again after Retry-After; on creates with the same Idempotency-Key.',
  },
  overloaded: {
    status: 503,
    title: 'Too many requests are waiting',
    description:
      'The service has more requests than it can answer soon. No handler sees a shed request, so it counts in no window, and its Idempotency-Key is unused.',
    remedy: 'Try again after Retry-After.',
  },
  ledger_lost: {
    status: 503,
    title: 'The credit ledger is being restored',
    description: 'The books of the credits are not complete, so no new job is accepted. Jobs can be read as before.',
    remedy: 'Try again later.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems).filter(isProblemCode);

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
