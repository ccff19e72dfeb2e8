import { modelRefusals, type RefusedResult } from '../../../domain/model-refusals.ts';
import { dollars } from '../../../models/dollars.ts';
import type { ModelCallsStatus } from '../../../schema/model-calls.ts';
import { texts } from '../../texts/texts.ts';
import { duration, number } from '../../web/components/formats.ts';
import { notice } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { KnownJob } from './known-job.ts';

const { models: words } = texts.job;

/** Reports whether models worked on a job. */
export function hasModels({ object, response }: KnownJob): boolean {
  return (object?.status?.modelCalls ?? []).length > 0 || modelRefusals(response).length > 0;
}

/** The models that worked on a job: their calls, what they cost, and which of their results were not used. */
export function jobModels(view: View, { object, response }: KnownJob): Html {
  const calls = object?.status?.modelCalls ?? [];
  return html`${response?.['degraded'] === true ? notice('warning', words.degraded) : undefined}
  ${callsTable(view, calls)} ${refusals(modelRefusals(response))}`;
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
