import { modelRefusals, type RefusedResult } from '../../../domain/model-refusals.ts';
import { dollars } from '../../../models/dollars.ts';
import { tryOf } from '../../../models/model-use.ts';
import { promptCharactersMax } from '../../../models/records/operation-record.ts';
import type { StoredModelCall } from '../../../operations/jobs/stored-model-calls.ts';
import type { ModelCallsStatus } from '../../../schema/model-calls.ts';
import { texts } from '../../texts/texts.ts';
import { duration, number } from '../../web/components/formats.ts';
import { copyable, notice } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { JobData } from './job-data.ts';

const { models: words } = texts.job;

type Known = Pick<JobData, 'job' | 'calls'>;

/** Reports whether models worked on a job. */
export function hasModels({ job: { object, response }, calls }: Known): boolean {
  return calls.length > 0 || (object?.status?.modelCalls ?? []).length > 0 || modelRefusals(response).length > 0;
}

/** The models that worked on a job: their calls, what they cost, which results were not used, and the prompts. */
export function jobModels(view: View, { job: { object, response }, calls }: Known): Html {
  const summed = object?.status?.modelCalls ?? [];
  const isCounted = summed.length > 0 || calls.length === 0;
  return html`${response?.['degraded'] === true ? notice('warning', words.degraded) : undefined}
  ${isCounted ? callsTable(view, summed) : undefined} ${refusals(modelRefusals(response))} ${prompts(view, calls)}`;
}

function callsTable(view: View, rows: readonly ModelCallsStatus[]): Html {
  const count = (title: string, of: (row: ModelCallsStatus) => number) => ({
    ...{ title, cell: (row: ModelCallsStatus) => number(view, of(row)), isNumber: true },
  });
  return table({
    caption: words.calls,
    columns: [
      { title: words.stage, cell: ({ stage }: ModelCallsStatus) => stage },
      { title: words.port, cell: ({ port }) => port },
      { title: words.entry, cell: ({ entry }) => entry },
      { title: words.model, cell: ({ provider, model }) => words.modelAt(model, provider) },
      count(words.called, ({ calls }) => calls),
      count(words.failed, ({ failed }) => failed),
      count(words.refused, ({ refused }) => refused),
      count(words.repeats, ({ repeats }) => repeats),
      { title: words.cost, cell: ({ costMicroUsd }) => dollars(costMicroUsd, view.locale), isNumber: true },
      { title: words.time, cell: ({ seconds }) => duration(view, seconds * 1_000), isNumber: true },
    ],
    rows,
    empty: html`<p class="soft">${words.unknown}</p>`,
  });
}

function refusals(refused: readonly RefusedResult[]): Html | undefined {
  if (refused.length === 0) return undefined;
  return html`<h3>${words.refusedResults}</h3>
    <ul>
      ${refused.map(({ port, model, reasons }) => html`<li>${words.refusal(port, model, reasons.join('; '))}</li>`)}
    </ul>`;
}

/** Prompts of the calls, folded. A call that only sends a picture has no prompt. */
function prompts(view: View, calls: readonly StoredModelCall[]): Html | undefined {
  const worded = calls.flatMap(({ stage, record }) => {
    const { prompt } = record;
    return prompt === null ? [] : [{ stage, record, prompt }];
  });
  if (worded.length === 0) return undefined;
  return html`<h3>${words.prompts}</h3>
    ${worded.map(
      ({ stage, record, prompt }) =>
        html`<details class="prompt">
          <summary>${summaryOf(view, { stage, record })}</summary>
          ${record.system === null ? undefined : promptText(view, words.system, record.system)}
          ${promptText(view, words.prompt, prompt)}
        </details>`,
    )}`;
}

function promptText(view: View, title: string, text: string): Html {
  const isCut = text.length >= promptCharactersMax;
  return html`<h4>${title}</h4>
    ${copyable(text)} ${isCut ? html`<p class="soft">${words.cut(number(view, promptCharactersMax))}</p>` : undefined}`;
}

function summaryOf(view: View, { stage, record }: StoredModelCall): string {
  const { port, entry, number: call, costMicroUsd, startTime, endTime } = record;
  const facts = [
    words.states[stateOf(record)],
    ...(endTime === null ? [] : [duration(view, Date.parse(endTime) - Date.parse(startTime))]),
    dollars(costMicroUsd, view.locale),
  ];
  return words.call({ stage, port, entry, number: tryOf(call), facts: facts.join(', ') });
}

function stateOf({ state, refusals: reasons }: StoredModelCall['record']): keyof typeof words.states {
  if (state === 'failed') return 'failed';
  if (state !== 'answered') return 'running';
  return reasons.length > 0 ? 'refused' : 'answered';
}
