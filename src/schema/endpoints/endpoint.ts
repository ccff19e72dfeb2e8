import type { z } from 'zod';
import { problemCodes, type ProblemCode } from '../../errors/problems.ts';

/** Name of a rate limit: `job-read`, or that of a type of ad, such as `image-create`. */
export type RateWindow = string;

/** How the caller of an endpoint is identified. A `public` endpoint ignores API keys. */
export type Authentication = 'public' | 'api-key';

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
  schema?: z.ZodType;
  contentType?: string;
  headers?: Record<string, string>;
  examples?: Record<string, Example>;
}

export interface Endpoint<A extends Authentication = Authentication> {
  method: 'get' | 'post' | 'delete';
  path: string;
  operationId: string;
  tag: 'Ads' | 'Jobs' | 'Credits' | 'Files' | 'Service';
  authentication: A;
  /** Rate limit that requests to this endpoint count against. If absent, they are not counted. */
  window?: RateWindow;
  summary: string;
  description: string;
  params?: Record<string, Parameter>;
  query?: Record<string, Parameter>;
  headers?: Record<string, Parameter>;
  body?: z.ZodType;
  bodyExamples?: Record<string, Example>;
  answers: Record<number, EndpointAnswer>;
  isExempt?: boolean;
  problems?: readonly ProblemCode[];
}

export function endpoint<A extends Authentication>(contract: Endpoint<A>): Endpoint<A> {
  return contract;
}

const keyProblems: readonly ProblemCode[] = ['unauthorized', 'account_deactivated', 'unavailable'];
const windowProblems: readonly ProblemCode[] = ['rate_limited', 'unavailable'];
const bodyProblems: readonly ProblemCode[] = [
  'body_unreadable',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
];

export function problemsOf({ authentication, window, body, isExempt, problems: own = [] }: Endpoint): ProblemCode[] {
  const possible = new Set<ProblemCode>([
    ...own,
    ...(authentication === 'api-key' ? keyProblems : []),
    ...(window === undefined ? [] : windowProblems),
    ...(body === undefined ? [] : bodyProblems),
    ...(isExempt === true ? [] : (['overloaded'] as const)),
    'internal',
  ]);
  return problemCodes.filter((code) => possible.has(code));
}
