import { texts } from '../../texts/texts.ts';
import { html, url, type Html } from '../html.ts';
import type { View } from '../view.ts';
import { placeText, type RowPage } from '../../jobs/row-pages.ts';
import { number } from './formats.ts';

/** Names of the query parameters with the place at which a page begins or ends. */
export const placeFields = { olderThan: 'older', newerThan: 'newer' } as const;

/** Returns the links to the pages of newer and older rows. They keep the rest of the query. */
export function cursorPager(view: View, path: string, { rows, count, newer }: RowPage): Html | undefined {
  const { jobList } = texts;
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const range = [newer + 1, newer + rows.length, count].map((value) => number(view, value));
  const [from = '', to = '', all = ''] = range;
  return html`<nav class="pager" aria-label="${jobList.pages}">
    <span>${jobList.shown(from, to, all)}</span>
    <div>
      ${newer > 0 ? step(view, path, { rel: 'prev', text: jobList.newer, query: { newer: placeText(first) } }) : undefined}
      ${newer + rows.length < count ? step(view, path, { rel: 'next', text: jobList.older, query: { older: placeText(last) } }) : undefined}
    </div>
  </nav>`;
}

function step(
  view: View,
  path: string,
  { rel, text, query }: { rel: string; text: string; query: Record<string, string> },
): Html {
  const kept = { ...Object.fromEntries(view.query), older: undefined, newer: undefined };
  return html`<a class="button small" rel="${rel}" href="${url(view.to(path, { ...kept, ...query }))}">${text}</a>`;
}
