import type { z } from 'zod';
import { problemCodes, type ProblemCode } from '../../errors/problems.ts';

/** The rate windows of a key, one minute each. */
export type RateWindow = 'image-create' | 'video-create' | 'job-read';

export interface Parameter {
  schema: z.ZodType;
  description: string;
  isRequired?: boolean;
}

export interface Example {
  summary: string;
  /** The value itself, or a file in `examples/requests/` that holds it. */
  value?: unknown;
  file?: string;
}

export interface EndpointAnswer {
  description: string;
  /** Absent: no body, or bytes of `contentType`. */
  schema?: z.ZodType;
  /** `application/json` where there is a schema, unless said otherwise. */
  contentType?: string;
  headers?: Record<string, string>;
  examples?: Record<string, Example>;
}

/** The contract of one endpoint: all that router, documentation and tests know of it. */
export interface Endpoint {
  method: 'get' | 'post' | 'delete';
  /** OpenAPI style: `/jobs/{job_id}`. */
  path: string;
  /** Camel case; also the anchor in the docs. */
  operationId: string;
  tag: 'Ads' | 'Jobs' | 'Credits' | 'Files' | 'Service';
  /** Which of the key's windows a request counts in. Absent: public, no key is read. */
  window?: RateWindow;
  summary: string;
  description: string;
  params?: Record<string, Parameter>;
  query?: Record<string, Parameter>;
  headers?: Record<string, Parameter>;
  /** Present: the endpoint takes JSON. */
  body?: z.ZodType;
  bodyExamples?: Record<string, Example>;
  answers: Record<number, EndpointAnswer>;
  /** Answered also where the service sheds load. */
  isExempt?: boolean;
  /** Beside those that follow from `window` and `body`. */
  problems?: readonly ProblemCode[];
}

export function endpoint(contract: Endpoint): Endpoint {
  return contract;
}

const ofKeys: readonly ProblemCode[] = ['unauthorized', 'account_deactivated', 'rate_limited', 'unavailable'];
const ofBodies: readonly ProblemCode[] = [
  'body_unreadable',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
];

/**
 * Every problem the endpoint can answer with, in the order of the catalogue. What breaks HTTP itself is no endpoint's and
 * stands in the catalogue alone.
 */
export function problemsOf({ window, body, isExempt, problems: own = [] }: Endpoint): ProblemCode[] {
  const possible = new Set<ProblemCode>([
    ...own,
    ...(window === undefined ? [] : ofKeys),
    ...(body === undefined ? [] : ofBodies),
    ...(isExempt === true ? [] : (['overloaded'] as const)),
    'internal',
  ]);
  return problemCodes.filter((code) => possible.has(code));
}
