import { mayRun } from '../../../operations/actor.ts';
import { linkButton } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { jobActions } from './job-actions.ts';
import { jobPath } from './job-parts.ts';
import type { KnownJob } from './known-job.ts';

/** Links to the actions that the viewer may do now. Each leads to a page that asks first. */
export function actionList(view: View, job: KnownJob): Html {
  const { viewer } = view;
  const offered = jobActions.filter(
    ({ right, refusalOf }) => viewer !== undefined && mayRun(right, viewer.actor) && refusalOf(job) === undefined,
  );
  return html`${offered.map(({ name, title }) => linkButton(view, jobPath(job.jobId, name), title))}`;
}
