import { isJobErrorCode } from '../../../errors/job-errors.ts';
import { keyText } from '../../../objects/object-key.ts';
import { jobErrorMeanings } from '../../../schema/job-error-meanings.ts';
import { texts } from '../../texts/texts.ts';
import { fieldLabel } from '../../web/components/field-label.ts';
import { duration, number, time } from '../../web/components/formats.ts';
import { definitions, link, notice } from '../../web/components/parts.ts';
import { html, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { JobData } from './job-data.ts';
import type { KnownJob } from './known-job.ts';

const { head } = texts.job;

/** State of the job and the cause of its failure, which a person reads first. */
export function jobNotices({ job }: JobData): Html {
  return html`${stateNotices(job)} ${errorNotice(job)}`;
}

/** Account and API key that pay for the job, and its times. */
export function jobFacts(view: View, { job }: JobData): Html {
  return definitions(factsOf(view, job));
}

function stateNotices({ isDeleting, source }: KnownJob): Html | undefined {
  if (isDeleting) return notice('warning', head.deleting);
  if (source === 'archive') return notice('neutral', head.archived);
  return source === 'intent' ? notice('neutral', head.intent) : undefined;
}

function errorNotice({ error }: KnownJob): Html | undefined {
  if (error === undefined) return undefined;
  const code = /\[([a-z_]+)\]$/.exec(error)?.[1] ?? '';
  const meaning = isJobErrorCode(code) ? html`<p>${head.meaning(code, jobErrorMeanings[code])}</p>` : undefined;
  return notice('bad', html`<p class="strong">${head.error}</p><p>${error}</p>${meaning}`);
}

function factsOf(view: View, job: KnownJob): (readonly [string, HtmlPart])[] {
  return [
    [head.type, fieldLabel(job.type)],
    ...accountFacts(view, job),
    ...timeFacts(view, job),
    ...(job.object === undefined
      ? []
      : [[head.kubernetes, html`<code>${keyText(job.object.metadata)}</code>`] as const]),
  ];
}

function accountFacts(view: View, { namespace, account, apiKey, credits }: KnownJob): (readonly [string, HtmlPart])[] {
  const key = apiKey === undefined ? head.noKey : link(view, `/keys/${namespace}/${apiKey}`, apiKey);
  return [
    ...(account === undefined
      ? []
      : [[head.account, link(view, `/accounts/${namespace}/${account}`, account)] as const]),
    [head.key, key],
    ...(credits === undefined ? [] : [[head.price, priceText(view, credits)] as const]),
  ];
}

function priceText(view: View, { required, charged }: NonNullable<KnownJob['credits']>): string {
  if (charged === undefined) return head.reserved(number(view, required));
  const paid = head.charged(number(view, charged));
  return charged === required ? paid : `${head.credits(number(view, required))}, ${paid}`;
}

function timeFacts(view: View, job: KnownJob): (readonly [string, HtmlPart])[] {
  const { createdTime, startTime, completionTime } = job;
  const times = [
    [head.created, createdTime],
    [head.started, startTime],
    [head.ended, completionTime],
  ] as const;
  const took =
    createdTime === undefined || completionTime === undefined
      ? undefined
      : duration(view, Date.parse(completionTime) - Date.parse(createdTime));
  return [
    ...times.flatMap(([name, at]) => (at === undefined ? [] : [[name, time(view, at)] as const])),
    ...(took === undefined ? [] : [[head.took, took] as const]),
  ];
}
