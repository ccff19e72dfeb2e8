import { texts } from '../../texts/texts.ts';
import { html, url, type Html } from '../html.ts';
import type { View } from '../view.ts';

/** Fields that filter a list. The filter is sent as the query of the address, so that the address shows the same list. */
export function filterForm(view: View, path: string, fields: readonly Html[]): Html {
  return html`<form class="filter" action="${url(view.to(path))}" method="get" role="search">
    ${fields}
    <button type="submit">${texts.lists.filter}</button>
  </form>`;
}
