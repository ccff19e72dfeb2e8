import { adTypeOf } from '../../../ads/known-types.ts';
import { snakeKeys } from '../../../schema/camel.ts';
import { requestSnippets } from '../../snippets.ts';
import { texts } from '../../texts/texts.ts';
import { codeBoxes } from '../../web/components/code-boxes.ts';
import type { Html } from '../../web/html.ts';
import type { JobData } from './job-data.ts';
import { nothing } from './job-parts.ts';

const { request: words } = texts.job;

/** Returns the request of a job in the form of the REST API, or undefined if it is not stored. */
export function requestBody({
  job,
  request: spec,
}: Pick<JobData, 'job' | 'request'>): Record<string, unknown> | undefined {
  const type = adTypeOf(job.type);
  const input = type === undefined ? undefined : spec?.[type.field];
  if (input === undefined) return undefined;
  const callback = typeof spec?.['callbackUrl'] === 'string' ? { callback_url: spec['callbackUrl'] } : {};
  return { ...Object(snakeKeys(input)), ...callback } as Record<string, unknown>;
}

/** The request in the form of the REST API, as JSON and as code to copy. The code contains no API key. */
export function jobRequest(data: JobData, apiUrl: string): Html {
  const { job } = data;
  const body = requestBody(data);
  if (body === undefined) return nothing(words.unknown, words.unknownAdvice);
  const path = `/create_${job.type}_async`;
  const { keyPlaceholder } = words;
  const snippets = requestSnippets({ apiUrl, path, body, keyPlaceholder });
  return codeBoxes([
    [words.json, JSON.stringify(body, null, 2)],
    [words.curl, snippets.curl],
    [words.typescript, snippets.typescript],
    [words.python, snippets.python],
  ]);
}
