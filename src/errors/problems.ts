/**
 * A kind of error response (RFC 9457). All responses with the same code have the same `title`. `remedy` states what the
 * client can do about the error.
 */
export interface ProblemKind {
  status: number;
  title: string;
  description: string;
  remedy: string;
}

/**
 * All error responses of the REST API, by `code`. The responses, the documentation page and the OpenAPI document are
 * made from this table. The codes are part of the API: new codes may be added, but no code is ever changed or removed.
 */
export const problems = {
  bad_request: {
    status: 400,
    title: 'This is not a valid HTTP request',
    description:
      'The request line, a header or the framing of the body is malformed, or the Host header is missing. The connection is closed.',
    remedy: 'Use an HTTP client library.',
  },
  body_unreadable: {
    status: 400,
    title: 'The body cannot be read',
    description:
      'The body is empty, is not UTF-8, starts with a byte order mark, is not JSON, or has more than 32 levels of nesting.',
    remedy: 'Send one JSON object in UTF-8.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid API key is required',
    description: 'The header X-API-Key is missing, sent twice, malformed, unknown, expired or revoked.',
    remedy: 'Send a valid key in one X-API-Key header.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    description: 'The job costs more credits (`required`) than the account has (`available`). No job was created.',
    remedy:
      'Ask the operator of this installation for more credits, or request a lower resolution or fewer aspect ratios.',
  },
  account_deactivated: {
    status: 403,
    title: 'The account is deactivated',
    description: 'The key is valid, but its account is deactivated. Running jobs of the account continue.',
    remedy: 'Ask the operator of this installation to activate the account.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    description: 'This path is not an endpoint or an existing file.',
    remedy: 'Check the path. The endpoints are listed in /openapi.json and at /docs.',
  },
  job_not_found: {
    status: 404,
    title: 'No such job',
    description: 'The key can see no job with this id: the job does not exist, was erased, or belongs to another key.',
    remedy: 'Check the id, and use the key that created the job.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    description: 'The path does not support this method. The Allow header lists the supported methods.',
    remedy: 'Use a method that the Allow header lists.',
  },
  request_timeout: {
    status: 408,
    title: 'The body did not arrive in time',
    description: 'The request did not arrive completely within 10 seconds. The connection is closed.',
    remedy: 'Send the request again without pauses.',
  },
  job_finished: {
    status: 409,
    title: 'The job is already finished',
    description: 'A finished job cannot be cancelled.',
    remedy: 'Read the job to get its result or error.',
  },
  job_not_finished: {
    status: 409,
    title: 'The job is not finished',
    description: 'This operation requires a finished job.',
    remedy: 'Wait for the job to end, or cancel it first.',
  },
  job_archived: {
    status: 409,
    title: 'The job is archived',
    description: 'An archived job can only be read.',
    remedy: 'Read the job instead.',
  },
  no_callback: {
    status: 409,
    title: 'The job has no callback',
    description: 'The job was created without a callback_url.',
    remedy: 'Read the job, or set callback_url when you create the next job.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    description: 'The body exceeds 262,144 bytes.',
    remedy: 'Send a smaller body. Give images by URL; do not embed them.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body must be plain JSON',
    description:
      'The Content-Type is missing, sent twice, not application/json, or has a charset other than utf-8; or the request has a Content-Encoding.',
    remedy: 'Send Content-Type: application/json and no Content-Encoding.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range is outside the file',
    description:
      'The range starts after the end of the file. The Content-Range header contains the length of the file.',
    remedy: 'Request a range within the file, or the whole file.',
  },
  validation_failed: {
    status: 422,
    title: 'The request is not valid',
    description:
      'The request has invalid values. `errors` lists each of them: where (`loc`), what to do (`msg`) and what is wrong (`type`).',
    remedy: 'Correct every value that `errors` lists, and send the request again.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key was used for another request',
    description: 'The same Idempotency-Key was used with a different body within the last 24 hours.',
    remedy: 'Use a new Idempotency-Key for a new request. To repeat a request, send exactly the same body.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    description:
      'The key has used all its requests for this minute, or the callback of a job was replayed 10 times within an hour. Retry-After is the number of seconds until the limit allows a request again.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    description: 'The request line and the headers together exceed 16 KiB. The connection is closed.',
    remedy: 'Send shorter headers or a shorter URL.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    description: 'The service failed to process the request. Its log contains the cause under the request id.',
    remedy: 'Try again. If the error persists, send the request id to the operator.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    description:
      'A component that this request needs does not respond. If a job was accepted despite this response, the service revokes the acceptance as soon as possible.',
    remedy:
      'Wait for the number of seconds in Retry-After, then try again. Repeat a request that creates a job with the same Idempotency-Key.',
  },
  overloaded: {
    status: 503,
    title: 'Too many requests are waiting',
    description:
      'The service is overloaded and did not process the request. The request does not count against a rate limit, and its Idempotency-Key remains unused.',
    remedy: 'Wait for the number of seconds in Retry-After, then try again.',
  },
  ledger_lost: {
    status: 503,
    title: 'The credit ledger is being restored',
    description: 'The credit ledger is incomplete, so the service accepts no new jobs. Existing jobs can be read.',
    remedy: 'Wait for the number of seconds in Retry-After, then try again.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problems;

export const problemCodes = Object.keys(problems).filter(isProblemCode);

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}
