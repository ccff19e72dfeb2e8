import { texts } from '../../texts/texts.ts';
import { link, notice, section } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { actionList } from './action-forms.ts';
import { jobBrand } from './brand-part.ts';
import { jobDeliveries } from './deliveries.ts';
import { jobHead } from './head.ts';
import type { JobData } from './job-data.ts';
import { jobNotes, ledgerEntries } from './lists.ts';
import { jobRequest } from './request-part.ts';
import { jobResult } from './result.ts';
import { filmScript } from './script-part.ts';
import { jobTimeline } from './timeline.ts';

const { parts, actions, allJobs } = texts.job;

/** Body of the page of a job. `done` is the name of the action that led to the page. */
export function jobPageBody(
  view: View,
  data: JobData,
  { apiUrl, done }: { apiUrl: string; done: string | null },
): Html {
  const { job, script, made } = data;
  const offered = actionList(view, job);
  return html`<p>${link(view, '/jobs', allJobs)}</p>
    ${doneNotice(done)} ${jobHead(view, data)}
    ${offered === undefined ? undefined : section(actions.title, offered, 'actions')}
    ${section(parts.result, jobResult(view, data), 'result')}
    ${section(parts.timeline, jobTimeline(view, job), 'timeline')}
    ${script === undefined ? undefined : section(parts.script, filmScript(view, script, made?.video), 'script')}
    ${section(parts.notes, jobNotes(data), 'notes')} ${section(parts.brand, jobBrand(view, data), 'brand')}
    ${section(parts.request, jobRequest(data, apiUrl), 'request')}
    ${section(parts.ledger, ledgerEntries(view, data), 'ledger')}
    ${section(parts.deliveries, jobDeliveries(view, data), 'callback')}`;
}

function doneNotice(done: string | null): Html | undefined {
  if (done !== 'cancel' && done !== 'replay') return undefined;
  return notice('good', actions.done[done]);
}
