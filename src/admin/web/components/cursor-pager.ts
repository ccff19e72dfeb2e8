import { placeText, type RowPage } from '../../jobs/row-pages.ts';
import { texts } from '../../texts/texts.ts';
import type { Html } from '../html.ts';
import type { View } from '../view.ts';
import { number } from './formats.ts';
import { pager } from './pager.ts';

/** Returns the links to the pages of newer and older rows. They keep the rest of the query. */
export function cursorPager(view: View, { rows, count, newer }: RowPage): Html | undefined {
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const shown = [newer + 1, newer + rows.length, count].map((value) => number(view, value));
  const [from = '', to = '', all = ''] = shown;
  return pager(view, {
    shown: texts.jobList.shown(from, to, all),
    previous: newer > 0 ? { newer: placeText(first), older: '' } : undefined,
    next: newer + rows.length < count ? { older: placeText(last), newer: '' } : undefined,
  });
}
