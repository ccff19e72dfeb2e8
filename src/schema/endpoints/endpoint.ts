import type { z } from 'zod';
import { problemCodes, type ProblemCode } from '../../errors/problems.ts';

/** Kinds of requests that have their own rate limit per API key. A rate-limit window is one minute long. */
export type RateWindow = 'image-create' | 'video-create' | 'job-read';

export interface Parameter {
  schema: z.ZodType;
  description: string;
  isRequired?: boolean;
}

export interface Example {
  summary: string;
  /** The value of the example. Absent: `file` names a file in `examples/requests/` that contains the value. */
  value?: unknown;
  file?: string;
}

export interface EndpointAnswer {
  description: string;
  /** Schema of the response body. Absent: the response has no body, or its body is bytes of the type `contentType`. */
  schema?: z.ZodType;
  /** Media type of the response body. Default if there is a schema: `application/json`. */
  contentType?: string;
  headers?: Record<string, string>;
  examples?: Record<string, Example>;
}

/** The contract of one endpoint, from which the router, the documentation and tests are derived. */
export interface Endpoint {
  method: 'get' | 'post' | 'delete';
  /** Path with parameters in braces, as in OpenAPI: `/jobs/{job_id}`. */
  path: string;
  /** Id of the operation in camelCase; also its anchor in the documentation. */
  operationId: string;
  tag: 'Ads' | 'Jobs' | 'Credits' | 'Files' | 'Service';
  /** Rate limit that requests to the endpoint count against. Absent: the endpoint is public and reads no API key. */
  window?: RateWindow;
  summary: string;
  description: string;
  params?: Record<string, Parameter>;
  query?: Record<string, Parameter>;
  headers?: Record<string, Parameter>;
  /** Schema of the JSON body. Absent: the endpoint reads no body. */
  body?: z.ZodType;
  bodyExamples?: Record<string, Example>;
  answers: Record<number, EndpointAnswer>;
  /** True: the service never sheds requests for this endpoint. */
  isExempt?: boolean;
  /** Codes of problems in addition to the problems that follow from `window` and `body`. */
  problems?: readonly ProblemCode[];
}

export function endpoint(contract: Endpoint): Endpoint {
  return contract;
}

const keyProblems: readonly ProblemCode[] = ['unauthorized', 'account_deactivated', 'rate_limited', 'unavailable'];
const bodyProblems: readonly ProblemCode[] = [
  'body_unreadable',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
];

/**
 * Returns every problem that the endpoint can respond with, in the order of the catalogue. Responses to malformed HTTP
 * are not included, because they belong to no endpoint.
 */
export function problemsOf({ window, body, isExempt, problems: own = [] }: Endpoint): ProblemCode[] {
  const possible = new Set<ProblemCode>([
    ...own,
    ...(window === undefined ? [] : keyProblems),
    ...(body === undefined ? [] : bodyProblems),
    ...(isExempt === true ? [] : (['overloaded'] as const)),
    'internal',
  ]);
  return problemCodes.filter((code) => possible.has(code));
}
