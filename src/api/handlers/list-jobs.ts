import pLimit from 'p-limit';
import { bytes, invalid, type Answer } from '../../http/answer.ts';
import { encodeCursor } from '../../http/cursor.ts';
import { queryChoice, queryCursor, queryNumber } from '../../http/query.ts';
import { keyText } from '../../objects/object-key.ts';
import { jobPhases, jobTypes } from '../../schema/adjob.ts';
import type { Issue } from '../../schema/issue.ts';
import type { ApiDeps } from '../deps.ts';
import { jobPage, type JobPlace, type PageWanted } from '../jobs/job-page.ts';
import type { Handler } from '../route.ts';

const limits = { min: 1, max: 100, fallback: 20 };
const readsAtOnce = 10;

export function listJobs({ jobs }: Pick<ApiDeps, 'jobs'>): Handler {
  return async ({ query, caller }) => {
    // The scope ties a cursor to one API key, so that other API keys cannot use it.
    const scope = `jobs of ${keyText(caller.key)}`;
    const { wanted, issues } = wantedPage(query, scope);
    if (issues.length > 0) return invalid(issues);
    const page = jobPage(jobs.ownLive(caller), wanted);
    const limit = pLimit(readsAtOnce);
    const bodies = await Promise.all(page.jobs.map((job) => limit(() => jobs.body(job))));
    const last = page.hasMore ? page.jobs.at(-1) : undefined;
    return joined(
      bodies.filter((body) => body !== undefined),
      last === undefined ? null : encodeCursor(scope, placeText(last)),
    );
  };
}

function joined(bodies: readonly Buffer[], nextCursor: string | null): Answer {
  const jobs = bodies.map((body) => body.toString()).join(',');
  const text = `{"jobs":[${jobs}],"next_cursor":${JSON.stringify(nextCursor)}}`;
  return bytes(200, 'application/json', Buffer.from(text));
}

function wantedPage(query: URLSearchParams, scope: string): { wanted: PageWanted; issues: Issue[] } {
  const limit = queryNumber(query, 'limit', limits);
  const phase = queryChoice(query, 'status', jobPhases);
  const type = queryChoice(query, 'type', jobTypes);
  const after = queryCursor(query, scope, 'the same key');
  const place = after.value === undefined ? undefined : placeOf(after.value);
  return {
    wanted: { limit: limit.value, phase: phase.value, type: type.value, after: place },
    issues: [...limit.issues, ...after.issues, ...phase.issues, ...type.issues],
  };
}

function placeText({ createdMs, jobId }: JobPlace): string {
  return `${createdMs} ${jobId}`;
}

function placeOf(position: string): JobPlace {
  const [createdMs = '', jobId = ''] = position.split(' ');
  return { createdMs: Number(createdMs), jobId };
}
