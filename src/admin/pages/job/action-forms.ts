import { texts } from '../../texts/texts.ts';
import { field, form } from '../../web/components/form.ts';
import { link } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { jobActions, type JobAction } from './job-actions.ts';
import { jobPath } from './job-parts.ts';
import type { KnownJob } from './known-job.ts';

const { actions: words } = texts.job;

/** Name of the form field with the reason for an action, and the maximum number of its characters. */
export const reasonField = 'reason';
const reasonMax = 500;

/** Links and forms of the actions that the viewer may do now. Undefined if there are none. */
export function actionList(view: View, job: KnownJob): Html | undefined {
  const { viewer } = view;
  const offered = viewer === undefined ? [] : jobActions.filter(({ isOffered }) => isOffered(job, viewer));
  if (offered.length === 0) return undefined;
  return html`<ul class="actions">
    ${offered.map((action) => html`<li>${action.isFinal ? actionLink(view, job, action) : actionForm(view, job.jobId, action)}</li>`)}
  </ul>`;
}

function actionLink(view: View, { jobId }: KnownJob, { name, title }: JobAction): Html {
  return link(view, jobPath(jobId, name), title);
}

export function actionForm(view: View, jobId: string, { name, title, isFinal }: JobAction): Html {
  const reason = field({ name: reasonField, label: words.reason, hint: words.reasonHint });
  return form(view, { action: jobPath(jobId, name), fields: reason, submit: title, isDangerous: isFinal });
}

/** Returns the reason that a form contains. Undefined if the person gave none. */
export function reasonOf(body: unknown): string | undefined {
  const given = body instanceof URLSearchParams ? (body.get(reasonField) ?? '').trim() : '';
  return given === '' ? undefined : given.slice(0, reasonMax);
}
