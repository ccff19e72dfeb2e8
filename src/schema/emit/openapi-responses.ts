import { problems, type ProblemCode } from '../../errors/problems.ts';
import type { EndpointAnswer, Example } from '../endpoints/endpoint.ts';
import { mapValues, type JsonSchema } from './json-schema.ts';

export interface Surroundings {
  readExample: (file: string) => unknown;
  schemaOf: (schema: NonNullable<EndpointAnswer['schema']>) => JsonSchema;
}

export function response(answer: EndpointAnswer, around: Surroundings, isCounted: boolean): JsonSchema {
  const { description, schema, contentType = 'application/json', headers } = answer;
  const isBodyKnown = schema !== undefined || answer.contentType !== undefined;
  const media = {
    ...(schema === undefined ? {} : { schema: around.schemaOf(schema) }),
    ...examples(answer.examples, around),
  };
  return {
    description,
    headers: { ...requestId, ...(isCounted ? windowHeaders : {}), ...headersOf(headers) },
    ...(isBodyKnown ? { content: { [contentType]: media } } : {}),
  };
}

export function problemResponses(
  codes: readonly ProblemCode[],
  taken: readonly string[],
  isCounted: boolean,
): JsonSchema {
  const byStatus = Map.groupBy(codes, (code) => String(problems[code].status));
  const free = [...byStatus].filter(([status]) => !taken.includes(status));
  return Object.fromEntries(free.map(([status, ofStatus]) => [status, problemResponse(status, ofStatus, isCounted)]));
}

export function examples(named: Record<string, Example> | undefined, { readExample }: Surroundings): JsonSchema {
  if (named === undefined) return {};
  const read = ({ summary, value, file }: Example) => ({
    summary,
    value: file === undefined ? value : readExample(file),
  });
  return { examples: mapValues(named, read) };
}

const requestId = headersOf({
  'X-Request-Id': 'Id of the request: the id that the client sent, if it is well-formed, otherwise a new id.',
});

const windowHeaders = headersOf({
  'RateLimit-Policy':
    'Rate limit that the request counts against: its name, quota and length in seconds, such as `"job-read";q=120;w=60`.',
  RateLimit: 'Remaining requests, and seconds until the next window starts, such as `"job-read";r=119;t=42`.',
  'X-RateLimit-Limit': 'Maximum number of requests per window.',
  'X-RateLimit-Remaining': 'Remaining requests in this window.',
  'X-RateLimit-Reset': 'Seconds until the next window starts.',
});
const uncounted: readonly string[] = ['401', '403'];

const problemHeaders: Partial<Record<ProblemCode, Record<string, string>>> = {
  unauthorized: { 'WWW-Authenticate': 'ApiKey realm="adwright"' },
  rate_limited: { 'Retry-After': 'Seconds until the limit allows a request again.' },
  unavailable: { 'Retry-After': 'Seconds to wait before the next request.' },
  overloaded: { 'Retry-After': 'Seconds to wait before the next request.' },
  ledger_lost: { 'Retry-After': 'Seconds to wait before the next request.' },
  range_not_satisfiable: { 'Content-Range': 'Length of the file.' },
};

const problemSchemas: Record<string, string> = { 402: 'PaymentProblem', 422: 'ValidationProblem' };

function problemResponse(status: string, codes: readonly ProblemCode[], isCounted: boolean): JsonSchema {
  const headers = Object.fromEntries(codes.flatMap((code) => Object.entries(problemHeaders[code] ?? {})));
  const schema = { $ref: `#/components/schemas/${problemSchemas[status] ?? 'Problem'}` };
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].description}`).join(' '),
    headers: {
      ...requestId,
      ...(isCounted && !uncounted.includes(status) ? windowHeaders : {}),
      ...headersOf(headers),
    },
    content: { 'application/problem+json': { schema } },
  };
}

function headersOf(headers: Record<string, string> = {}): JsonSchema {
  return mapValues(headers, (description) => ({ description, schema: { type: 'string' } }));
}
