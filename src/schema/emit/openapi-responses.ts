import { problems, type ProblemCode } from '../../errors/problems.ts';
import type { EndpointAnswer, Example } from '../endpoints/endpoint.ts';
import { mapValues, type JsonSchema } from './json-schema.ts';

/** What the emitter of one endpoint needs from the document around it. */
export interface Surroundings {
  /** Reads an example by its file name. */
  readExample: (file: string) => unknown;
  /** A reference to the component where the schema is one, else the schema itself. */
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

/** One answer for each status; the codes that share it stand in its description. What is an answer already stays. */
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
  'X-Request-Id': 'Id of the request: the one that was sent, where it is a fit one, else a new one.',
});

/** On every answer to a request that was counted. A 503 has them where it was counted before. */
const windowHeaders = headersOf({
  'RateLimit-Policy': 'The window of the key that the request counts in, such as `"job-read";q=120;w=60`.',
  RateLimit: 'What that window still takes, and in how many seconds the next one begins: `"job-read";r=119;t=42`.',
  'X-RateLimit-Limit': 'Requests that the window takes.',
  'X-RateLimit-Remaining': 'Requests that it still takes.',
  'X-RateLimit-Reset': 'Seconds until the next window begins.',
});
const uncounted: readonly string[] = ['401', '403'];

const problemHeaders: Partial<Record<ProblemCode, Record<string, string>>> = {
  unauthorized: { 'WWW-Authenticate': 'ApiKey realm="adwright"' },
  rate_limited: { 'Retry-After': 'Seconds until the next minute begins.' },
  unavailable: { 'Retry-After': 'Seconds to wait.' },
  overloaded: { 'Retry-After': 'Seconds to wait.' },
  ledger_lost: { 'Retry-After': 'Seconds to wait.' },
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
