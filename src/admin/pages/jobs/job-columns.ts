import { isEndPhase } from '../../../domain/terminal.ts';
import type { JobPhase } from '../../../schema/adjob.ts';
import type { JobRow, RowDelivery } from '../../jobs/job-row.ts';
import type { WaitCause } from '../../jobs/wait-cause.ts';
import { texts } from '../../texts/texts.ts';
import { duration, number, time } from '../../web/components/formats.ts';
import { badge, link, type Tone } from '../../web/components/parts.ts';
import type { TableColumn } from '../../web/components/table.ts';
import { html, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { jobList } = texts;

const phaseTones: Record<JobPhase, Tone> = { PENDING: 'neutral', PROCESSING: 'busy', SUCCESS: 'good', FAILED: 'bad' };

export const deliveryTones: Record<RowDelivery['state'], Tone> = {
  ...{ pending: 'busy', delivered: 'good', gave_up: 'bad', gone: 'bad', abandoned: 'warning' },
};

/** Columns of a list of jobs. With `isSelectable`, each row has a check box named `job`. */
export function jobColumns(
  view: View,
  { waitOf, isSelectable }: { waitOf: (row: JobRow) => WaitCause | undefined; isSelectable: boolean },
): TableColumn<JobRow>[] {
  const { columns } = jobList;
  return [
    ...(isSelectable ? [{ title: columns.select, cell: checkBox }] : []),
    { title: columns.job, cell: (row) => jobLink(view, row) },
    { title: columns.type, cell: ({ standing }) => standing.type },
    { title: columns.phase, cell: phaseBadge },
    { title: columns.stage, cell: (row) => stageText(view, row, waitOf(row)) },
    { title: columns.account, cell: ({ owner }) => owner.account },
    { title: columns.created, cell: ({ createdSeconds }) => timeAt(view, createdSeconds) },
    { title: columns.took, cell: (row) => tookText(view, row), isNumber: true },
    { title: columns.callback, cell: ({ delivery }) => delivery && deliveryBadge(delivery) },
  ];
}

function checkBox({ jobId }: JobRow): Html {
  return html`<input type="checkbox" id="select-${jobId}" name="job" value="${jobId}" aria-label="${jobList.select(jobId)}" />`;
}

export function jobLink(view: View, { jobId, text }: JobRow): Html {
  return html`${link(view, `/jobs/${encodeURIComponent(jobId)}`, text === '' ? jobId : text)}
    <small><code>${jobId}</code></small>`;
}

function phaseBadge({ standing: { phase, code } }: JobRow): Html {
  return html`${badge(phaseTones[phase], phase)} ${code === undefined ? undefined : html`<small>${code}</small>`}`;
}

function stageText(view: View, { standing, attempt }: JobRow, wait: WaitCause | undefined): HtmlPart {
  const { stage } = standing;
  const name = attempt > 1 && stage !== undefined ? jobList.attempt(stage, number(view, attempt)) : stage;
  if (wait === undefined || wait === 'callback') return name;
  return html`${name} <small>${jobList.waitsFor(jobList.waits[wait])}</small>`;
}

export function timeAt(view: View, seconds: number | undefined): Html | undefined {
  return seconds === undefined ? undefined : time(view, new Date(seconds * 1_000).toISOString());
}

function tookText(view: View, { createdSeconds, completedSeconds, standing }: JobRow): string | undefined {
  if (!isEndPhase(standing.phase) || completedSeconds === undefined) return undefined;
  return duration(view, (completedSeconds - createdSeconds) * 1_000);
}

export function deliveryBadge({ state }: RowDelivery): Html {
  return badge(deliveryTones[state], jobList.deliveryStates[state]);
}
