import { queryNumber } from '../../http/query.ts';
import { texts } from '../texts/texts.ts';

/** Filter of a list, as the address states it. A broken part of the filter has a fault and does not filter. */
export interface ListQuery {
  /** Values of the fields, as typed. */
  typed: Readonly<Record<string, string>>;
  faults: Readonly<Record<string, string>>;
  /** Valid values of the fields that are filled in. */
  chosen: Readonly<Record<string, string>>;
  page: number;
}

/** Reads the filter of a list. `choices` are the allowed values of each field, or undefined for any text. */
export function listQuery(
  query: URLSearchParams,
  choices: Readonly<Record<string, readonly string[] | undefined>>,
): ListQuery {
  const { value: page, issues } = queryNumber(query, 'page', { min: 1, max: 999_999, fallback: 1 });
  const typed = Object.fromEntries(Object.keys(choices).map((name) => [name, (query.get(name) ?? '').trim()]));
  const filled = Object.entries(typed).filter(([, text]) => text !== '');
  const faults = filled.flatMap(([name, text]): [string, string][] => {
    const known = choices[name];
    return known === undefined || known.includes(text) ? [] : [[name, texts.lists.badChoice(known)]];
  });
  if (issues.length > 0) faults.push(['page', texts.lists.badPage]);
  const isWrong = Object.fromEntries(faults);
  const chosen = filled.filter(([name]) => isWrong[name] === undefined);
  return { typed, faults: isWrong, chosen: Object.fromEntries(chosen), page };
}

/** Reports whether any of the values contains the text, in upper or lower case. Any value matches no text. */
export function containsText(text: string | undefined, ...values: (string | undefined)[]): boolean {
  if (text === undefined) return true;
  const wanted = text.toLowerCase();
  return values.some((value) => value?.toLowerCase().includes(wanted) === true);
}
