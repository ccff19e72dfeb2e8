import type { z } from 'zod';
import { problemCodes, type ProblemCode } from '../../errors/problems.ts';

/** Rate limit windows of a key, one minute each. */
export type RateWindow = 'image-create' | 'video-create' | 'job-read';

export interface Parameter {
  schema: z.ZodType;
  description: string;
  isRequired?: boolean;
}

export interface Example {
  summary: string;
  /** The value. Absent: `file` names a file in `examples/requests/` with the value. */
  value?: unknown;
  file?: string;
}

export interface EndpointAnswer {
  description: string;
  /** Absent: the response has no body, or bytes of `contentType`. */
  schema?: z.ZodType;
  /** Default with a schema: `application/json`. */
  contentType?: string;
  headers?: Record<string, string>;
  examples?: Record<string, Example>;
}

/** The contract of one endpoint, from which the router, the documentation and tests are derived. */
export interface Endpoint {
  method: 'get' | 'post' | 'delete';
  /** OpenAPI style: `/jobs/{job_id}`. */
  path: string;
  /** In camelCase; also the anchor in the documentation. */
  operationId: string;
  tag: 'Ads' | 'Jobs' | 'Credits' | 'Files' | 'Service';
  /** Rate limit window of the endpoint. Absent: the endpoint is public and reads no key. */
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
  /** Problems in addition to those that follow from `window` and `body`. */
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
 * Returns every problem that the endpoint can respond with, in the order of the catalogue. Violations of HTTP itself
 * belong to no endpoint.
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
