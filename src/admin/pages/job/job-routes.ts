import type { Answer } from '../../../http/answer.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import type { Faults } from '../../forms/read-form.ts';
import { reasonField, reasonOf, typedReason } from '../../forms/reason.ts';
import { jobFileRoutes } from '../../jobs/files/file-routes.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import { seeOther } from '../../web/answers.ts';
import { confirmPage, notPossiblePage } from '../../web/components/confirm.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { notFoundPage } from '../../web/problem-page.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { actionList } from './action-forms.ts';
import { jobActions, type JobAction } from './job-actions.ts';
import { findKnownJob, readJobData } from './job-data.ts';
import { jobLead, jobPageBody } from './job-page.ts';
import { jobName, jobPath } from './job-parts.ts';
import type { KnownJob } from './known-job.ts';
import { playgroundLink } from './playground-link.ts';
import { jobLogRoutes } from './log-routes.ts';

const right = { role: 'viewer', owner: true } as const;
const { job: words } = texts;
const section = '/jobs';
const allJobs = { path: section, title: texts.shell.titles.jobs };

/** The page of a job, its files, its logs, and what can be done with it. */
export function jobRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    pageRoute('/jobs/{job_id}', right, (request) => showPage(request, deps)),
    ...jobActions.map((action) => confirmRoute(action, deps)),
    ...jobActions.map((action) => actionRoute(action, deps)),
    ...jobFileRoutes(deps),
    ...jobLogRoutes(deps),
  ];
}

async function showPage(request: HttpRequest<Viewer>, deps: AdminDeps): Promise<Answer> {
  const data = await readJobData(jobIdOf(request), request.caller, deps);
  if (data === undefined) return noSuchJob(request, deps);
  const view = viewOf(request, request.caller, deps);
  const { jobId } = data.job;
  return page(view, {
    title: jobName(data.job),
    ...{ section, parent: allJobs, topics: [`job/${jobId}`] },
    lead: jobLead(view, data),
    actions: html`${playgroundLink(view, data)} ${actionList(view, data.job)}`,
    body: jobPageBody(view, data, { apiUrl: deps.apiUrl, done: request.query.get('done') }),
  });
}

/** Asks before an action. */
function confirmRoute(action: JobAction, deps: AdminDeps): AdminRoute {
  return pageRoute(`/jobs/{job_id}/${action.name}`, action.right, (request) => askBefore(action, request, deps));
}

async function askBefore(action: JobAction, request: HttpRequest<Viewer>, deps: AdminDeps, faults: Faults = {}) {
  const job = await findKnownJob(jobIdOf(request), request.caller, deps);
  if (job === undefined) return noSuchJob(request, deps);
  const view = viewOf(request, request.caller, deps);
  const refusal = action.refusalOf(job);
  if (refusal !== undefined) return notPossible(view, { job, action, code: refusal });
  const { reason: label, reasonHint: hint, keep } = words.actions;
  const fields = reasonField({ label, hint }, typedReason(request.body, faults));
  return confirmPage(view, {
    ...{ ...asked(job), title: `${action.title}?`, submit: action.title, isDangerous: action.isDangerous },
    ...{ consequence: html`<p>${action.text}</p>`, fields, faults: formFaults(faults), keep: keep[action.name] },
    action: jobPath(job.jobId, action.name),
  });
}

/** Parts of the pages that ask before something happens to a job. */
function asked(job: KnownJob) {
  const [path, name] = [jobPath(job.jobId), jobName(job)];
  const object = html`${name} <small><code>${job.jobId}</code></small>`;
  return { section, parent: { path, title: name }, object, back: path };
}

function notPossible(
  view: View,
  { job, action, code }: { job: KnownJob; action: JobAction; code: RefusalCode },
): Answer {
  const { notPossible: titles, refused } = words.actions;
  return notPossiblePage(view, {
    ...{ ...asked(job), title: titles[action.name], consequence: html`<p>${refused[code]}</p>` },
  });
}

function actionRoute(action: JobAction, deps: AdminDeps): AdminRoute {
  return formRoute(`/jobs/{job_id}/${action.name}`, action.right, async (request) => {
    const [jobId, viewer] = [jobIdOf(request), request.caller];
    const read = reasonOf(request.form);
    if (read.kind === 'wrong') return askBefore(action, request, deps, read.faults);
    const outcome = await action.run(jobId, { deps, viewer, reason: read.input.reason });
    if (isStopped(outcome)) return stoppedPage(request, outcome, deps);
    const view = viewOf(request, viewer, deps);
    if (outcome.kind === 'done')
      return seeOther(action.name === 'erase' ? view.to(section) : view.to(jobPath(jobId), { done: action.name }));
    const job = await findKnownJob(jobId, viewer, deps);
    return job === undefined ? notFoundPage(view) : notPossible(view, { job, action, code: outcome.code });
  });
}

type RefusalCode = keyof typeof words.actions.refused;

/** The same response for a job that does not exist and for one that the viewer may not see. */
function noSuchJob(request: HttpRequest<Viewer>, deps: AdminDeps): Answer {
  return notFoundPage(viewOf(request, request.caller, deps));
}

function jobIdOf({ params }: HttpRequest<Viewer>): string {
  return params['job_id'] ?? '';
}
