import { serialiseJob } from '../../../domain/job-view.ts';
import { isEndPhase } from '../../../domain/terminal.ts';
import { parseJson } from '../../../domain/json-text.ts';
import type { DeliveryAttempt, DeliveryStatus } from '../../../schema/adjob.ts';
import { texts } from '../../texts/texts.ts';
import { number, time } from '../../web/components/formats.ts';
import { copyable, definitions } from '../../web/components/parts.ts';
import { attemptBadge, deliveryBadge } from '../../web/components/states.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { JobData } from './job-data.ts';
import { nothing, partUnavailable } from './job-parts.ts';

const { delivery: words, parts } = texts.job;

/** The callback of a job: its state, its attempts with what the receiver replied, and the body that is sent. */
export function jobDeliveries(view: View, data: JobData): Html {
  const { job, delivery } = data;
  if (delivery === 'unavailable') return partUnavailable(parts.deliveries);
  if (!job.hasCallback) return nothing(words.none, words.noneAdvice);
  return html`${definitions([
    ...(job.callbackUrl === undefined ? [] : [[words.url, job.callbackUrl] as const]),
    ...(delivery === undefined ? [] : stateFacts(view, delivery)),
  ])}
  ${delivery === undefined ? undefined : attempts(view, delivery)} ${body(data)}`;
}

function stateFacts(view: View, { state, nextAttemptTime, replays = [] }: DeliveryStatus) {
  return [
    [words.state, deliveryBadge(state)] as const,
    ...(nextAttemptTime === undefined ? [] : [[words.next, time(view, nextAttemptTime)] as const]),
    ...(replays.length === 0 ? [] : [[words.replays, replays.map((at) => html`${time(view, at)} `)] as const]),
  ];
}

function attempts(view: View, { deliveries = [] }: DeliveryStatus): Html {
  return table({
    caption: words.attempts,
    columns: [
      { title: words.attempt, cell: ({ attempt }: DeliveryAttempt) => number(view, attempt), isNumber: true },
      { title: words.time, cell: (one) => time(view, one.time) },
      { title: words.outcome, cell: ({ outcome }) => attemptBadge(outcome) },
      { title: words.status, cell: ({ status }) => status ?? words.noAnswer },
      { title: words.latency, cell: ({ latencyMs }) => words.latencyMs(number(view, latencyMs)), isNumber: true },
      { title: words.error, cell: ({ error }) => error },
      { title: words.reply, cell: ({ responseExcerpt }) => reply(responseExcerpt) },
    ],
    rows: deliveries.toReversed(),
    empty: html`<p>${words.noAttempts}</p>`,
  });
}

function reply(excerpt: string | undefined): Html | string {
  if (excerpt === undefined) return words.noReply;
  return html`<details><summary>${words.reply}</summary><pre tabindex="0">${excerpt}</pre></details>`;
}

/** The body of the callback: the bytes that `GET /jobs/{job_id}` returns. */
function body({ job }: JobData): Html | undefined {
  if (job.object === undefined || !isEndPhase(job.phase)) return undefined;
  const text = JSON.stringify(parseJson(serialiseJob(job.object).toString('utf8')), null, 2);
  return html`<details><summary>${words.body}</summary>${copyable(text)}</details>`;
}
