import { queryNumber } from '../../http/query.ts';
import { texts } from '../texts/texts.ts';
import { number } from './components/formats.ts';
import { pager } from './components/pager.ts';
import { notice } from './components/parts.ts';
import type { Html } from './html.ts';
import type { View } from './view.ts';

/** One page of a list. Pages count from 1. */
interface ListPage<Row> {
  rows: readonly Row[];
  page: number;
  pages: number;
  total: number;
}

/** Reads the number of a page from an address. Returns the first page and a fault if the text is not a number. */
export function pageNumber(query: URLSearchParams): { page: number; fault: Html | undefined } {
  const { value: page, issues } = queryNumber(query, 'page', { min: 1, max: 999_999, fallback: 1 });
  return { page, fault: issues.length === 0 ? undefined : notice('warning', texts.lists.badPage) };
}

/** Returns a page of a list. A page number after the last page means the last page. */
export function listPage<Row>(all: readonly Row[], page: number, size: number): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const shown = Math.min(page, pages);
  return { rows: all.slice((shown - 1) * size, shown * size), page: shown, pages, total: all.length };
}

/** Links to the pages before and after this one. */
export function listPager(view: View, { page, pages, total }: ListPage<unknown>): Html {
  const { entries, pageOf } = texts.lists;
  const count = entries(number(view, total), total);
  return pager(view, {
    shown: pages === 1 ? count : `${count}, ${pageOf(number(view, page), number(view, pages))}`,
    previous: page > 1 ? { page: page - 1 } : undefined,
    next: page < pages ? { page: page + 1 } : undefined,
  });
}
