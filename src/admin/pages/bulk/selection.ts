import type { Answer } from '../../../http/answer.ts';
import { hasFaults } from '../../forms/read-form.ts';
import { texts } from '../../texts/texts.ts';
import { notice } from '../../web/components/parts.ts';
import type { Html } from '../../web/html.ts';
import { problemPage } from '../../web/problem-page.ts';
import type { View } from '../../web/view.ts';

/** Query parameter of a list from which nothing was selected, because its filter has a fault. */
const unselected = 'unselected';

/** Returns the path of a list with its query. */
export function listPath(path: string, list: URLSearchParams): string {
  return `${path}${list.size === 0 ? '' : `?${list.toString()}`}`;
}

/** Returns the path of a list whose filter has a fault, for a person who has selected all that match. */
export function faultyPath(path: string, list: URLSearchParams): string {
  const query = new URLSearchParams(list);
  query.set(unselected, 'true');
  return listPath(path, query);
}

/** Notice of a list from which nothing was selected, because its filter has a fault. */
export function unselectedNotice({ query }: View, faults: object): Html | undefined {
  return query.has(unselected) && hasFaults(faults) ? notice('bad', texts.bulk.faultyFilter) : undefined;
}

export function tooManyDrafts(view: View): Answer {
  return problemPage(view, { status: 429, ...texts.bulk.tooMany });
}
