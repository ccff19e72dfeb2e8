import { problem, type Answer } from '../../../http/answer.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { jobFileRoutes } from '../../jobs/files/file-routes.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import { seeOther } from '../../web/answers.ts';
import { link, notice } from '../../web/components/parts.ts';
import { html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { problemPage } from '../../web/problem-page.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import { actionForm, reasonOf } from './action-forms.ts';
import { jobActions, type ActionOutcome, type JobAction } from './job-actions.ts';
import { findKnownJob, readJobData } from './job-data.ts';
import { jobPageBody } from './job-page.ts';
import { jobPath } from './job-parts.ts';
import { jobLogRoutes } from './log-routes.ts';

const right = { role: 'viewer', owner: true } as const;
const { job: words } = texts;
const section = '/jobs';

/** The page of a job, its files, its logs, and what can be done with it. */
export function jobRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    pageRoute('/jobs/{job_id}', right, (request) => showPage(request, deps)),
    ...jobActions.filter(({ isFinal }) => isFinal).map((action) => confirmRoute(action, deps)),
    ...jobActions.map((action) => actionRoute(action, deps)),
    ...jobFileRoutes(deps),
    ...jobLogRoutes(deps),
  ];
}

async function showPage(request: HttpRequest<Viewer>, deps: AdminDeps): Promise<Answer> {
  const data = await readJobData(jobIdOf(request), request.caller, deps);
  if (data === undefined) return noSuchJob;
  const view = viewOf(request, request.caller, deps);
  const body = jobPageBody(view, data, { apiUrl: deps.apiUrl, done: request.query.get('done') });
  const { jobId } = data.job;
  return page(view, { title: words.title(jobId), section, body, topics: [`job/${jobId}`] });
}

/** Asks before an action that cannot be undone. */
function confirmRoute(action: JobAction, deps: AdminDeps): AdminRoute {
  return pageRoute(`/jobs/{job_id}/${action.name}`, right, async (request) => {
    const job = await findKnownJob(jobIdOf(request), request.caller, deps);
    if (job === undefined) return noSuchJob;
    const view = viewOf(request, request.caller, deps);
    const body = html`<p>${words.title(job.jobId)}</p>
      <p>${action.text}</p>
      ${actionForm(view, job.jobId, action)}
      <p>${link(view, jobPath(job.jobId), words.actions.keep)}</p>`;
    return page(view, { title: action.title, section, body });
  });
}

function actionRoute(action: JobAction, deps: AdminDeps): AdminRoute {
  return formRoute(`/jobs/{job_id}/${action.name}`, right, async (request) => {
    const [jobId, viewer] = [jobIdOf(request), request.caller];
    const outcome = await action.run(jobId, { deps, viewer, reason: reasonOf(request.body) });
    return actionAnswer(viewOf(request, viewer, deps), { jobId, action, outcome });
  });
}

interface Acted {
  jobId: string;
  action: JobAction;
  outcome: ActionOutcome;
}

function actionAnswer(view: View, { jobId, action, outcome }: Acted): Answer {
  switch (outcome.kind) {
    case 'done':
      return seeOther(action.name === 'erase' ? view.to(section) : view.to(jobPath(jobId), { done: action.name }));
    case 'not-found':
      return noSuchJob;
    case 'not-allowed':
      return problemPage(view, { status: 403, ...texts.problems.notAllowed });
    case 'refused':
      return page(view, {
        title: words.actions.refusedTitle,
        section,
        status: outcome.code === 'not-recorded' ? 503 : outcome.code === 'sign-in-again' ? 403 : 409,
        body: html`${notice('warning', words.actions.refused[outcome.code])}
          <p>${link(view, jobPath(jobId), words.actions.back)}</p>`,
      });
  }
}

/** The same response for a job that does not exist and for one that the viewer may not see. */
const noSuchJob: Answer = problem('not_found');

function jobIdOf({ params }: HttpRequest<Viewer>): string {
  return params['job_id'] ?? '';
}
