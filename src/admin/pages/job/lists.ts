import type { HistoryEntry } from '../../../ledger/port.ts';
import { texts } from '../../texts/texts.ts';
import { number, time } from '../../web/components/formats.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { JobData } from './job-data.ts';
import { nothing, partUnavailable } from './job-parts.ts';

const { notes: noteWords, ledger: words, parts } = texts.job;

/** Parts that were left out of the ad, with the reasons. */
export function jobNotes({ job, brief, made }: JobData): Html {
  const notes = job.response?.['notes'];
  const answered = Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : undefined;
  const shown = answered ?? [...(brief?.notes ?? []), ...(made?.notes ?? [])];
  if (shown.length === 0) return html`<p>${noteWords.none}</p>`;
  return html`<ul>${shown.map((note) => html`<li>${note}</li>`)}</ul>`;
}

export function ledgerEntries(view: View, { entries }: Pick<JobData, 'entries'>): Html {
  if (entries === 'unavailable') return partUnavailable(parts.ledger);
  return table({
    caption: parts.ledger,
    columns: [
      { title: words.time, cell: (entry: HistoryEntry) => time(view, entry.time) },
      { title: words.kind, cell: ({ kind }) => texts.states.ledgerEntries[kind] },
      { title: words.amount, cell: ({ amount }) => number(view, amount), isNumber: true },
    ],
    rows: entries,
    empty: nothing(words.none, words.noneAdvice),
  });
}
