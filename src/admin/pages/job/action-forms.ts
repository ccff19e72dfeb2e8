import { mayRun } from '../../../operations/actor.ts';
import { html, url, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { jobActions } from './job-actions.ts';
import { jobPath } from './job-parts.ts';
import type { KnownJob } from './known-job.ts';

/**
 * Links to the actions that the viewer may do now. Each leads to a page that asks first. The ids keep a live update from
 * turning the link that has the focus into another action.
 */
export function actionList(view: View, job: KnownJob): Html {
  const { viewer } = view;
  const offered = jobActions.filter(
    ({ right, refusalOf }) => viewer !== undefined && mayRun(right, viewer.actor) && refusalOf(job) === undefined,
  );
  return html`${offered.map(
    ({ name, title }) =>
      html`<a class="button" id="action-${name}" href="${url(view.to(jobPath(job.jobId, name)))}">${title}</a>`,
  )}`;
}
