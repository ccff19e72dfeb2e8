import type { Answer } from '../../../http/answer.ts';
import type { ListedBulk } from '../../bulk/bulk-record.ts';
import { texts } from '../../texts/texts.ts';
import { number, time } from '../../web/components/formats.ts';
import { badge, emptyState, link } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import type { Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { bulkTones } from './bulk-panel.ts';

const { bulk: words } = texts;

/** Page with the bulk actions of the last days, newest first, also those whose process has ended too early. */
export function bulkListPage(view: View, bulks: readonly ListedBulk[]): Answer {
  const { columns } = words;
  const body = table({
    caption: words.title,
    columns: [
      { title: columns.action, cell: (bulk) => actionLink(view, bulk) },
      { title: columns.state, cell: ({ state }) => badge(bulkTones[state], words.states[state]) },
      { title: columns.progress, cell: (bulk) => progressText(view, bulk) },
      { title: columns.who, cell: ({ name, by }) => name ?? by.subject },
      { title: columns.when, cell: ({ createdMs }) => time(view, new Date(createdMs).toISOString()) },
      { title: columns.reason, cell: ({ reason }) => reason },
    ],
    rows: bulks,
    empty: emptyState(words.none, words.noneAdvice),
  });
  return page(view, { title: words.title, section: '/jobs', body, topics: ['jobs'] });
}

function actionLink(view: View, { id, action }: ListedBulk): Html {
  return link(view, '/jobs', words.actions[action], { bulk: id });
}

function progressText(view: View, { ended, count }: ListedBulk): string {
  return words.progress(number(view, ended), number(view, count));
}
