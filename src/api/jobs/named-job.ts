import type { ServerResponse } from 'node:http';
import { jobIdFrom } from '../../domain/job-id.ts';

/** Returns the id of the job that a request has made or named, if it is one. */
export function namedJob(response: ServerResponse): string | undefined {
  const made = response.getHeader('Location');
  const path = typeof made === 'string' ? made : response.req.url;
  return jobIdFrom(/\/jobs\/([^/?]{36})(?=[/?]|$)/.exec(path ?? '')?.[1]);
}
