import { texts } from '../../texts/texts.ts';
import { html, url, type Html, type HtmlPart } from '../html.ts';
import type { View } from '../view.ts';

interface Pager {
  /** Range of the rows of the page, such as `1–50 of 2,310`. */
  shown: HtmlPart;
  /** Query of the page before this one, and of the one after it, such as a cursor. */
  previous?: Record<string, string | number> | undefined;
  next?: Record<string, string | number> | undefined;
  /** Fragment of the section with the list, such as `#history`, if the page has other sections. */
  fragment?: string;
}

/** Links to the pages of a list. They keep the rest of the query, so the filter stays. */
export function pager(view: View, { shown, previous, next, fragment = '' }: Pager): Html {
  const { shell } = texts;
  const step = (text: string, rel: string, query: Pager['next']) => {
    if (query === undefined) return undefined;
    const address = view.to(view.path, { ...Object.fromEntries(view.query), ...query });
    return html`<a class="button small" rel="${rel}" href="${url(address + fragment)}">${text}</a>`;
  };
  return html`<nav class="pager" aria-label="${shell.pages}">
    <span>${shown}</span>
    <div>${step(shell.previous, 'prev', previous)} ${step(shell.next, 'next', next)}</div>
  </nav>`;
}
