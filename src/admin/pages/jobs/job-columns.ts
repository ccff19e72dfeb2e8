import { isEndPhase } from '../../../domain/terminal.ts';
import type { JobRow } from '../../jobs/job-row.ts';
import type { WaitCause } from '../../jobs/wait-cause.ts';
import { texts } from '../../texts/texts.ts';
import { fieldLabel } from '../../web/components/field-label.ts';
import { duration, number, time } from '../../web/components/formats.ts';
import { link } from '../../web/components/parts.ts';
import { deliveryBadge, phaseBadge } from '../../web/components/states.ts';
import type { TableColumn } from '../../web/components/table.ts';
import { html, url, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { jobPath } from '../job/job-parts.ts';

const { jobList } = texts;

/** Reports whether rows have a check box named `job`, and whether it is checked at first. */
type Selection = 'none' | 'open' | 'all';

/** Columns of a list of jobs. */
export function jobColumns(
  view: View,
  { waitOf, selection }: { waitOf: (row: JobRow) => WaitCause | undefined; selection: Selection },
): TableColumn<JobRow>[] {
  const { columns } = jobList;
  return [
    ...(selection === 'none'
      ? []
      : [{ title: columns.select, cell: (row: JobRow) => checkBox(row, selection), card: 'lead' as const }]),
    { title: columns.picture, cell: (row) => thumbnail(view, row), card: 'lead' },
    { title: columns.job, cell: (row) => jobLink(view, row), card: 'title' },
    { title: columns.type, cell: ({ standing }) => html`<span class="nowrap">${fieldLabel(standing.type)}</span>` },
    { title: columns.phase, cell: stateCell, card: 'state' },
    { title: columns.stage, cell: (row) => stageText(view, row, waitOf(row)) },
    { title: columns.account, cell: ({ owner }) => owner.account, card: 'fact' },
    { title: columns.created, cell: ({ createdSeconds }) => timeAt(view, createdSeconds), card: 'fact' },
    { title: columns.took, cell: (row) => tookText(view, row), isNumber: true, card: 'fact' },
    {
      title: columns.credits,
      cell: (row) => creditsText(view, row),
      isNumber: true,
    },
    { title: columns.callback, cell: ({ delivery }) => delivery && deliveryBadge(delivery.state) },
  ];
}

function checkBox({ jobId }: JobRow, selection: Selection): Html {
  const checked = selection === 'all' ? html` checked` : undefined;
  return html`<input type="checkbox" id="select-${jobId}" name="job" value="${jobId}" aria-label="${jobList.select(jobId)}"${checked} />`;
}

/** The first picture of a finished job, or a frame of its film. */
function thumbnail(view: View, { jobId, standing }: JobRow): Html | undefined {
  if (standing.phase !== 'SUCCESS' || standing.isDeleting) return undefined;
  const address = view.to(jobPath(jobId, 'picture'), { width: 120 });
  return html`<span class="thumb"><img src="${url(address)}" alt="" loading="lazy" decoding="async" /></span>`;
}

export function jobLink(view: View, { jobId, text }: JobRow): Html {
  return html`${link(view, jobPath(jobId), text === '' ? jobId.slice(0, 8) : text)}
    <small><code class="id" title="${jobId}">${jobId}</code></small>`;
}

function stateCell({ standing: { phase, code } }: JobRow): Html {
  return html`${phaseBadge(phase)} ${code === undefined ? undefined : html`<small>${code}</small>`}`;
}

function stageText(view: View, { standing, launches }: JobRow, wait: WaitCause | undefined): HtmlPart {
  const { stage } = standing;
  const name = launches > 1 && stage !== undefined ? jobList.launch(stage, number(view, launches)) : stage;
  if (wait === undefined || wait === 'callback') return name;
  return html`${name} <small>${jobList.waiting(jobList.waits[wait])}</small>`;
}

export function timeAt(view: View, seconds: number | undefined): Html | undefined {
  return seconds === undefined ? undefined : time(view, new Date(seconds * 1_000).toISOString());
}

/** Credits that a job has cost, or that are reserved for it. A job that failed costs nothing. */
function creditsText(view: View, { credits, standing }: JobRow): string | undefined {
  return credits === 0 || standing.phase === 'FAILED' ? undefined : number(view, credits);
}

function tookText(view: View, { createdSeconds, completedSeconds, standing }: JobRow): string | undefined {
  if (!isEndPhase(standing.phase) || completedSeconds === undefined) return undefined;
  return duration(view, (completedSeconds - createdSeconds) * 1_000);
}
