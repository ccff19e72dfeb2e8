import { texts } from '../../texts/texts.ts';
import { html, url, type Html, type HtmlPart } from '../html.ts';
import type { View } from '../view.ts';

interface Pager {
  /** Range of the rows of the page, such as `1–50 of 2,310`. */
  shown: HtmlPart;
  /** Query of the pages before and after this one, such as a cursor. Undefined: there is none. */
  previous?: Record<string, string | number> | undefined;
  next?: Record<string, string | number> | undefined;
}

/** Links to the pages of a list. They keep the rest of the query, so the filter stays. */
export function pager(view: View, { shown, previous, next }: Pager): Html {
  return html`<nav class="pager" aria-label="${texts.shell.pages}">
    <span>${shown}</span>
    <div>${step(view, texts.shell.previous, 'prev', previous)} ${step(view, texts.shell.next, 'next', next)}</div>
  </nav>`;
}

function step(view: View, text: string, rel: string, query: Record<string, string | number> | undefined) {
  if (query === undefined) return undefined;
  const address = view.to(view.path, { ...Object.fromEntries(view.query), ...query });
  return html`<a class="button small" rel="${rel}" href="${url(address)}">${text}</a>`;
}
