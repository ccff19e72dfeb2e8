import type { JobRow } from '../../jobs/job-row.ts';
import { texts } from '../../texts/texts.ts';
import { buttonForm } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import { deliveryBadge } from '../../web/components/states.ts';
import type { TableColumn } from '../../web/components/table.ts';
import { html, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { jobLink, timeAt } from '../jobs/job-columns.ts';

const { deliveryList: words } = texts;

/** Columns of a list of callbacks. With `mayReplay`, each row has a button that sends the callback again. */
export function deliveryColumns(view: View, mayReplay: boolean): TableColumn<JobRow>[] {
  const { columns } = words;
  return [
    { title: columns.job, cell: (row) => jobLink(view, row), card: 'title' },
    { title: columns.account, cell: ({ owner }) => owner.account, card: 'fact' },
    { title: columns.state, cell: ({ delivery }) => delivery && deliveryBadge(delivery.state), card: 'state' },
    { title: columns.receiver, cell: ({ delivery }) => delivery?.host },
    { title: columns.attempts, cell: ({ delivery }) => number(view, delivery?.attempts ?? 0), isNumber: true },
    { title: columns.result, cell: (row) => resultText(view, row), card: 'fact' },
    { title: columns.next, cell: (row) => nextText(view, row) },
    { title: columns.age, cell: ({ completedSeconds }) => timeAt(view, completedSeconds), card: 'fact' },
    ...(mayReplay
      ? [{ title: columns.replay, cell: (row: JobRow) => replayButton(view, row), card: 'fact' as const }]
      : []),
  ];
}

function resultText(view: View, { delivery }: JobRow): HtmlPart {
  if (delivery?.result === undefined) return undefined;
  return html`<code>${delivery.result}</code> <small>${timeAt(view, delivery.lastSeconds)}</small>`;
}

function nextText(view: View, { delivery }: JobRow): HtmlPart {
  if (delivery?.state !== 'pending') return undefined;
  const isLater = delivery.nextSeconds !== undefined && delivery.nextSeconds * 1_000 > view.now.getTime();
  return isLater ? timeAt(view, delivery.nextSeconds) : words.dueNow;
}

function replayButton(view: View, { jobId }: JobRow): Html {
  return buttonForm(view, {
    action: `/deliveries/${encodeURIComponent(jobId)}/replay`,
    values: { list: view.query.toString() },
    ...{ submit: words.columns.replay, label: words.replayOf(jobId) },
  });
}
