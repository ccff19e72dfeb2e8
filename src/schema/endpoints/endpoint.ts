import type { z } from 'zod';
import { problemCodes, type ProblemCode } from '../../errors/problems.ts';

/** Kinds of requests that are counted separately for rate limits. Each API key has one limit per kind and minute. */
export type RateWindow = 'image-create' | 'video-create' | 'job-read';

export interface Parameter {
  schema: z.ZodType;
  description: string;
  isRequired?: boolean;
}

export interface Example {
  summary: string;
  /** Value of the example. If absent, `file` names a file in `examples/requests/` that contains the value. */
  value?: unknown;
  file?: string;
}

export interface EndpointAnswer {
  description: string;
  /**
   * Schema of the response body. Absent if the response has no body, or if the body is not JSON and `contentType` names
   * its type.
   */
  schema?: z.ZodType;
  /** Media type of the response body. Default for a response with a schema: `application/json`. */
  contentType?: string;
  headers?: Record<string, string>;
  examples?: Record<string, Example>;
}

export interface Endpoint {
  method: 'get' | 'post' | 'delete';
  path: string;
  operationId: string;
  tag: 'Ads' | 'Jobs' | 'Credits' | 'Files' | 'Service';
  /**
   * Rate limit that requests to this endpoint count against. If absent, the endpoint is public and ignores API keys.
   */
  window?: RateWindow;
  summary: string;
  description: string;
  params?: Record<string, Parameter>;
  query?: Record<string, Parameter>;
  headers?: Record<string, Parameter>;
  body?: z.ZodType;
  bodyExamples?: Record<string, Example>;
  answers: Record<number, EndpointAnswer>;
  /** True if requests to this endpoint are never refused because of overload. */
  isExempt?: boolean;
  /**
   * Error codes that are specific to this endpoint. Codes that every endpoint with an API key or a body can return are
   * not listed.
   */
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
