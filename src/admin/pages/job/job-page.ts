import { texts } from '../../texts/texts.ts';
import { time } from '../../web/components/formats.ts';
import { copyLine, notice, section } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { jobBrand } from './brand-part.ts';
import { jobDeliveries } from './deliveries.ts';
import { jobFacts, jobNotices } from './head.ts';
import type { JobData } from './job-data.ts';
import { phaseBadge } from '../../web/components/states.ts';
import { jobNotes, ledgerEntries } from './lists.ts';
import { hasModels, jobModels } from './models-part.ts';
import { jobRequest } from './request-part.ts';
import { jobResult } from './result.ts';
import { filmScript } from './script-part.ts';
import { jobTimeline } from './timeline.ts';
import { waitsFor } from './waits.ts';

const { parts, actions, head } = texts.job;

/** Body of the page of a job, the finished ad first. `done` is the name of the action that led to the page. */
export function jobPageBody(
  view: View,
  data: JobData,
  { apiUrl, done }: { apiUrl: string; done: string | null },
): Html {
  const { job, script, made } = data;
  return html`${doneNotice(done)} ${jobNotices(data)}
    <div class="result-beside">
      ${section(parts.result, jobResult(view, data), 'result')} ${section(parts.facts, jobFacts(view, data), 'facts')}
    </div>
    ${section(parts.timeline, jobTimeline(view, job), 'timeline')}
    ${script === undefined ? undefined : section(parts.script, filmScript(view, script, made?.video), 'script')}
    ${hasModels(data) ? section(parts.models, jobModels(view, data), 'models') : undefined}
    ${section(parts.notes, jobNotes(data), 'notes')} ${section(parts.brand, jobBrand(view, data), 'brand')}
    ${section(parts.request, jobRequest(data, apiUrl), 'request')}
    ${section(parts.ledger, ledgerEntries(view, data), 'ledger')}
    ${section(parts.deliveries, jobDeliveries(view, data), 'callback')}`;
}

/** The phase of a job, what it waits for, and its id. */
export function jobLead(view: View, { job, delivery }: JobData): Html {
  const waits = waitsFor(job, delivery === 'unavailable' ? undefined : delivery);
  return html`<p>
      ${phaseBadge(job.phase)} ${waits === undefined ? undefined : html`${head.waits} ${waits}`}
      ${time(view, job.completionTime ?? job.createdTime)}
    </p>
    ${copyLine(job.jobId)}`;
}

function doneNotice(done: string | null): Html | undefined {
  if (done !== 'cancel' && done !== 'replay') return undefined;
  return notice('good', actions.done[done]);
}
