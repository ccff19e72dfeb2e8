import pLimit from 'p-limit';
import { keyText } from '../../objects/object-key.ts';
import { jobPhases, jobTypes } from '../../schema/adjob.ts';
import type { Issue } from '../../schema/issue.ts';
import { bytes, invalid, type Answer } from '../../http/answer.ts';
import type { Caller } from '../keys/callers.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import type { ApiDeps } from '../deps.ts';
import { jobPage, type JobPlace, type PageWanted } from '../jobs/job-page.ts';
import { queryNumber } from '../../http/query-number.ts';
import type { Handler } from '../../http/route.ts';

const limits = { min: 1, max: 100, fallback: 20 };
const readsAtOnce = 10;

export function listJobs({ jobs }: Pick<ApiDeps, 'jobs'>): Handler {
  return async ({ query, caller }) => {
    const { wanted, issues } = wantedPage(query, caller());
    if (issues.length > 0) return invalid(issues);
    const page = jobPage(jobs.ownLive(caller()), wanted);
    const limit = pLimit(readsAtOnce);
    const bodies = await Promise.all(page.jobs.map((job) => limit(() => jobs.body(job))));
    const last = page.hasMore ? page.jobs.at(-1) : undefined;
    return joined(
      bodies.filter((body) => body !== undefined),
      last === undefined ? null : encodeCursor(scopeOf(caller()), placeText(last)),
    );
  };
}

function joined(bodies: readonly Buffer[], nextCursor: string | null): Answer {
  const jobs = bodies.map((body) => body.toString()).join(',');
  const text = `{"jobs":[${jobs}],"next_cursor":${JSON.stringify(nextCursor)}}`;
  return bytes(200, 'application/json', Buffer.from(text));
}

/**
 * Returns the text that ties a cursor of the list of jobs to one API key, so that other API keys cannot use the cursor.
 */
function scopeOf({ key }: Caller): string {
  return `jobs of ${keyText(key)}`;
}

function wantedPage(query: URLSearchParams, caller: Caller): { wanted: PageWanted; issues: Issue[] } {
  const limit = queryNumber(query, 'limit', limits);
  const phase = oneOf(query, 'status', jobPhases);
  const type = oneOf(query, 'type', jobTypes);
  const after = placeFrom(query, caller);
  return {
    wanted: { limit: limit.value, phase: phase.value, type: type.value, after: after.value },
    issues: [...limit.issues, ...after.issues, ...phase.issues, ...type.issues],
  };
}

interface Given<T> {
  value: T | undefined;
  issues: Issue[];
}

function oneOf<T extends string>(query: URLSearchParams, name: string, known: readonly T[]): Given<T> {
  const texts = query.getAll(name);
  if (texts.every((text) => text === '')) return { value: undefined, issues: [] };
  const value = texts.length === 1 ? known.find((one) => one === texts[0]) : undefined;
  if (value !== undefined) return { value, issues: [] };
  const msg = `Use one of ${known.join(', ')}, and give the parameter once.`;
  return { value, issues: [{ loc: ['query', name], msg, type: 'not_one_of' }] };
}

function placeFrom(query: URLSearchParams, caller: Caller): Given<JobPlace> {
  const texts = query.getAll('cursor');
  if (texts.every((text) => text === '')) return { value: undefined, issues: [] };
  const position = texts.length === 1 ? decodeCursor(scopeOf(caller), texts[0] ?? '') : undefined;
  if (position !== undefined) return { value: placeOf(position), issues: [] };
  const msg = 'Use next_cursor of the previous page, unchanged, with the same key.';
  return { value: undefined, issues: [{ loc: ['query', 'cursor'], msg, type: 'bad_format' }] };
}

function placeText({ createdMs, jobId }: JobPlace): string {
  return `${createdMs} ${jobId}`;
}

function placeOf(position: string): JobPlace {
  const [createdMs = '', jobId = ''] = position.split(' ');
  return { createdMs: Number(createdMs), jobId };
}
