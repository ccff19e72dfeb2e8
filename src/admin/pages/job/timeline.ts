import { launchesOf } from '../../../domain/launches.ts';
import { mayRun } from '../../../operations/actor.ts';
import type { StageStatus } from '../../../schema/adjob.ts';
import { texts } from '../../texts/texts.ts';
import { duration, number } from '../../web/components/formats.ts';
import { link } from '../../web/components/parts.ts';
import { stageBadge, stageTones } from '../../web/components/states.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { jobPath, nothing } from './job-parts.ts';
import type { KnownJob } from './known-job.ts';
import { logsRight } from './logs-right.ts';
import { stageTimes, type StageTimes } from './stage-times.ts';

const { timeline } = texts.job;

export function jobTimeline(view: View, job: KnownJob): Html {
  const times = stageTimes(job, view.now);
  const mayRead = view.viewer !== undefined && mayRun(logsRight, view.viewer.actor);
  return html`${bars(view, times)}
  ${table({
    caption: timeline.chart,
    columns: [
      { title: timeline.stage, cell: ({ stage }: StageTimes) => stage.name },
      { title: timeline.state, cell: ({ stage }) => stateCell(stage) },
      { title: timeline.launches, cell: ({ stage }) => launchesCell(view, stage), isNumber: true },
      { title: timeline.waited, cell: (one) => waited(view, one), isNumber: true },
      { title: timeline.ran, cell: (one) => ran(view, one), isNumber: true },
      { title: timeline.message, cell: ({ stage }) => messageOf(stage) },
      ...(mayRead ? [{ title: timeline.logs, cell: ({ stage }: StageTimes) => logLinks(view, job.jobId, stage) }] : []),
    ],
    rows: times,
    empty: nothing(timeline.none, timeline.noneAdvice),
  })}`;
}

function stateCell({ state, optional }: StageStatus): HtmlPart {
  return html`${stageBadge(state)} ${optional === true ? html`<small>${timeline.optional}</small>` : undefined}`;
}

function launchesCell(view: View, stage: StageStatus): HtmlPart {
  const { disruptions = 0 } = stage;
  const more = disruptions === 0 ? undefined : html` <small>${timeline.disruptions(disruptions)}</small>`;
  return html`${number(view, launchesOf(stage))}${more}`;
}

function messageOf({ waiting, message }: StageStatus): string | undefined {
  return waiting === undefined ? message : timeline.notStarted(waiting.reason, waiting.message);
}

function waited(view: View, { stage, waitsFromMs, startMs, endMs }: StageTimes): string | undefined {
  return stage.state === 'Skipped' ? undefined : duration(view, (startMs ?? endMs) - waitsFromMs);
}

function ran(view: View, { startMs, endMs }: StageTimes): string | undefined {
  return startMs === undefined ? undefined : duration(view, endMs - startMs);
}

function logLinks(view: View, jobId: string, { name, attempt }: StageStatus): HtmlPart {
  const attempts = Array.from({ length: attempt }, (_, at) => at + 1);
  return attempts.map((one) => html`${link(view, jobPath(jobId, 'logs', name, String(one)), timeline.log(one))} `);
}

/** Width and height of a row of the chart, in units of the SVG. The page stretches a row to its own width. */
const row = { width: 1_000, height: 16 };

/** Bars that show when each stage waited and ran. The table below has the same values as text. */
function bars(view: View, times: readonly StageTimes[]): Html | undefined {
  const shown = times.filter(({ stage }) => stage.state !== 'Skipped');
  const wholeMs = Math.max(0, ...shown.map(({ endMs }) => endMs));
  if (wholeMs === 0) return undefined;
  const key = (look: string, text: string): Html =>
    html`<span><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${look}" width="10" height="10" rx="2" /></svg> ${text}</span>`;
  return html`<figure class="timeline">
    <figcaption class="legend">${key('waiting', timeline.waiting)} ${key('running', timeline.running)}</figcaption>
    <ol aria-label="${timeline.chart}">
      ${shown.map(
        (one) =>
          html`<li><span>${one.stage.name}</span>${barsOf(one, wholeMs)}<span class="soft">${ran(view, one) ?? waited(view, one)}</span></li>`,
      )}
    </ol>
  </figure>`;
}

function barsOf({ stage, waitsFromMs, startMs, endMs }: StageTimes, wholeMs: number): Html {
  const x = (ms: number): number => (ms / wholeMs) * row.width;
  const rect = (fromMs: number, toMs: number, look: string) =>
    html`<rect class="${look}" x="${x(fromMs).toFixed(1)}" width="${Math.max(2, x(toMs) - x(fromMs)).toFixed(1)}" height="${row.height}" />`;
  return html`<svg viewBox="0 0 ${row.width} ${row.height}" preserveAspectRatio="none" aria-hidden="true">
    ${rect(waitsFromMs, startMs ?? endMs, 'waiting')}
    ${startMs === undefined ? undefined : rect(startMs, endMs, `running ${stageTones[stage.state]}`)}
  </svg>`;
}
