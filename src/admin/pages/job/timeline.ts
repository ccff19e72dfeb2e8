import { mayRun } from '../../../operations/actor.ts';
import type { StageStatus } from '../../../schema/adjob.ts';
import { texts } from '../../texts/texts.ts';
import { duration, number } from '../../web/components/formats.ts';
import { badge, link, type Tone } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { jobPath, nothing } from './job-parts.ts';
import type { KnownJob } from './known-job.ts';
import { logsRight } from './logs-right.ts';
import { stageTimes, type StageTimes } from './stage-times.ts';

const { timeline } = texts.job;
const tones: Record<StageStatus['state'], Tone> = {
  Pending: 'neutral',
  Running: 'busy',
  Succeeded: 'good',
  Failed: 'bad',
  Skipped: 'neutral',
};

export function jobTimeline(view: View, job: KnownJob): Html {
  const times = stageTimes(job, view.now);
  const mayRead = view.viewer !== undefined && mayRun(logsRight, view.viewer.actor);
  return html`${bars(times)}
  ${table({
    caption: timeline.chart,
    columns: [
      { title: timeline.stage, cell: ({ stage }: StageTimes) => stage.name },
      { title: timeline.state, cell: ({ stage }) => stateCell(stage) },
      { title: timeline.attempts, cell: ({ stage }) => attemptsCell(view, stage), isNumber: true },
      { title: timeline.waited, cell: (one) => waited(view, one), isNumber: true },
      { title: timeline.ran, cell: (one) => ran(view, one), isNumber: true },
      { title: timeline.message, cell: ({ stage }) => stage.message },
      ...(mayRead ? [{ title: timeline.logs, cell: ({ stage }: StageTimes) => logLinks(view, job.jobId, stage) }] : []),
    ],
    rows: times,
    empty: nothing(timeline.none, timeline.noneAdvice),
  })}`;
}

function stateCell({ state, optional }: StageStatus): HtmlPart {
  return html`${badge(tones[state], state)} ${optional === true ? timeline.optional : undefined}`;
}

function attemptsCell(view: View, { attempt, disruptions = 0 }: StageStatus): HtmlPart {
  const more = disruptions === 0 ? undefined : html` <small>${timeline.disruptions(disruptions)}</small>`;
  return html`${number(view, attempt)}${more}`;
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

/** Width of the chart, and heights of a row and a bar, in units of the SVG. */
const chart = { width: 1_000, label: 170, row: 30, bar: 16 };

function bars(times: readonly StageTimes[]): Html | undefined {
  const shown = times.filter(({ stage }) => stage.state !== 'Skipped');
  const wholeMs = Math.max(1, ...shown.map(({ endMs }) => endMs));
  if (shown.length === 0) return undefined;
  const { width, row } = chart;
  return html`<figure class="timeline">
    <svg viewBox="0 0 ${width} ${shown.length * row}" width="100%" role="img" aria-label="${timeline.chart}">
      ${shown.map((one, at) => barsOf(one, at, wholeMs))}
    </svg>
    <figcaption>${timeline.legend}</figcaption>
  </figure>`;
}

function barsOf({ stage, waitsFromMs, startMs, endMs }: StageTimes, at: number, wholeMs: number): Html {
  const { width, label, row, bar } = chart;
  const x = (ms: number): number => label + (ms / wholeMs) * (width - label);
  const y = at * row + (row - bar) / 2;
  const rect = (fromMs: number, toMs: number, look: { name: string; opacity: string }) =>
    html`<rect
      class="${look.name}"
      x="${x(fromMs).toFixed(1)}"
      y="${y}"
      width="${Math.max(1, x(toMs) - x(fromMs)).toFixed(1)}"
      height="${bar}"
      fill="currentColor"
      opacity="${look.opacity}"
    />`;
  return html`<text x="0" y="${y + bar - 3}" font-size="16" fill="currentColor">${stage.name}</text>
    ${rect(waitsFromMs, startMs ?? endMs, { name: 'waiting', opacity: '0.25' })}
    ${startMs === undefined ? undefined : rect(startMs, endMs, { name: `running ${tones[stage.state]}`, opacity: '0.8' })}`;
}
