import { mayRun } from '../../../operations/actor.ts';
import { texts } from '../../texts/texts.ts';
import { field } from '../../web/components/form.ts';
import { linkButton } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { jobActions } from './job-actions.ts';
import { jobPath } from './job-parts.ts';
import type { KnownJob } from './known-job.ts';

const { actions: words } = texts.job;

/** Name of the form field with the reason for an action, and the maximum number of its characters. */
const reasonField = 'reason';
const reasonMax = 500;

/** Links to the actions that the viewer may do now. Each leads to a page that asks first. */
export function actionList(view: View, job: KnownJob): Html {
  const { viewer } = view;
  const offered = jobActions.filter(
    ({ right, refusalOf }) => viewer !== undefined && mayRun(right, viewer.actor) && refusalOf(job) === undefined,
  );
  return html`${offered.map(({ name, title }) => linkButton(view, jobPath(job.jobId, name), title))}`;
}

/** Field for the reason of an action. */
export function reason(): Html {
  return field({ name: reasonField, label: words.reason, hint: words.reasonHint });
}

/** Returns the reason that a form contains. Undefined if the person gave none. */
export function reasonOf(body: unknown): string | undefined {
  const given = body instanceof URLSearchParams ? (body.get(reasonField) ?? '').trim() : '';
  return given === '' ? undefined : given.slice(0, reasonMax);
}
