import { Readable } from 'node:stream';
import { problem, type Answer } from '../../../http/answer.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { untrustedPolicy } from '../../../http/untrusted-file.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import { SessionLimit } from '../../live/session-limit.ts';
import type { AdminDeps } from '../../deps.ts';
import type { LoggedAttempt } from '../../../stage-logs/port.ts';
import { sessionSignal } from '../../session-signal.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import { link } from '../../web/components/parts.ts';
import { html, url, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { viewOf } from '../../web/view-of.ts';
import { findKnownJob } from './job-data.ts';
import { jobPath, nothing } from './job-parts.ts';
import { logsRight } from './logs-right.ts';
import { readableLine } from './readable-line.ts';

const { logs: words, title } = texts.job;

type Deps = Pick<AdminDeps, 'jobs' | 'store' | 'stageLogs' | 'publicUrl' | 'clock' | 'stopping'>;
type LogRequest = HttpRequest<Viewer>;

/** Maximum number of logs that one session follows at the same time. Each one may be a connection to the cluster. */
const followedMax = 4;

/** The log of an attempt, as a page and as plain text that grows. */
export function jobLogRoutes(deps: Deps): AdminRoute[] {
  const limit = new SessionLimit(followedMax);
  return [
    pageRoute('/jobs/{job_id}/logs/{stage}/{attempt}', logsRight, (request) => logPage(request, deps)),
    passive(
      pageRoute('/jobs/{job_id}/logs/{stage}/{attempt}/text', logsRight, (request) => logText(request, limit, deps)),
    ),
  ];
}

/** Marks a route as passive: a stream does not count as activity, so it does not keep the session alive. */
function passive(route: AdminRoute): AdminRoute {
  return 'open' in route ? route : { ...route, contract: { ...route.contract, isPassive: true } };
}

async function logPage(request: LogRequest, deps: Deps): Promise<Answer> {
  const attempt = await attemptOf(request, deps);
  if (attempt === undefined) return problem('not_found');
  const lines = await deps.stageLogs.read(attempt, { isFollowed: false, signal: request.gone() });
  const view = viewOf(request, request.caller, deps);
  const { jobId, stage, attempt: number } = attempt;
  const textPath = jobPath(jobId, 'logs', stage, String(number), 'text');
  const body = html`${
    lines === undefined
      ? nothing(words.none, words.noneAdvice)
      : html`<pre class="log" tabindex="0" data-stream="${url(view.to(textPath))}">${await wholeLog(lines)}</pre>`
  }
    <p>${link(view, textPath, words.text)}</p>`;
  const parent = { path: jobPath(jobId), title: title(jobId) };
  return page(view, { title: words.title(stage, number), section: '/jobs', parent, body });
}

async function wholeLog(lines: AsyncIterable<string>): Promise<Html> {
  const read: string[] = [];
  for await (const line of lines) read.push(readableLine(line));
  // A browser drops a line break after the start tag, so that a first empty line of the log would be lost.
  return html`${'\n'}${read.join('\n')}`;
}

async function logText(request: LogRequest, limit: SessionLimit, deps: Deps): Promise<Answer> {
  const attempt = await attemptOf(request, deps);
  if (attempt === undefined) return problem('not_found');
  const { signal, end } = sessionSignal(request, deps);
  const lines = await deps.stageLogs.read(attempt, { isFollowed: true, signal });
  if (lines === undefined) {
    end();
    return problem('not_found');
  }
  const release = limit.add(request.caller.session.id, end);
  if (signal.aborted) release();
  else signal.addEventListener('abort', release);
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Security-Policy': untrustedPolicy };
  return { kind: 'stream', status: 200, headers, source: Readable.from(textOf(lines, end)) };
}

async function* textOf(lines: AsyncIterable<string>, end: () => void): AsyncIterable<string> {
  try {
    for await (const line of lines) yield `${readableLine(line)}\n`;
  } finally {
    end();
  }
}

async function attemptOf({ params, caller }: LogRequest, deps: Deps): Promise<LoggedAttempt | undefined> {
  const { job_id: jobId = '', stage = '', attempt = '' } = params;
  if (!/^[a-z0-9-]{1,63}$/.test(stage) || !/^[1-9]\d{0,4}$/.test(attempt)) return undefined;
  const job = await findKnownJob(jobId, caller, deps);
  if (job === undefined) return undefined;
  const { object } = job;
  const owner = object && { namespace: object.metadata.namespace, uid: object.metadata.uid };
  return { jobId: job.jobId, owner, stage, attempt: Number(attempt) };
}
