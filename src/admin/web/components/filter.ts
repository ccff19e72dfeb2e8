import { texts } from '../../texts/texts.ts';
import { html, url, type Html } from '../html.ts';
import type { View } from '../view.ts';
import { choice, field, form } from './form.ts';

/** A field of a filter. With `options`, it is a choice of one of them or of any value. */
export interface FilterInput {
  name: string;
  label: string;
  /** Text that the address gives. */
  given: string | undefined;
  fault: string | undefined;
  type?: 'text' | 'search' | 'datetime-local';
  options?: readonly { value: string; label: string }[];
}

/** Returns the form that filters a list. The filter is in the address, so a bookmark keeps it. */
export function filterForm(view: View, path: string, inputs: readonly FilterInput[]): Html {
  const { filter, apply, clear } = texts.jobList;
  const isGiven = inputs.some(({ given }) => given !== undefined);
  return html`<details class="filter" ${isGiven ? html`open` : undefined}>
    <summary>${filter}</summary>
    ${form(view, { action: path, method: 'get', fields: inputs.map(inputOf), submit: apply })}
    ${isGiven ? html`<p><a href="${url(view.to(path))}">${clear}</a></p>` : undefined}
  </details>`;
}

function inputOf({ name, label, given, fault, type = 'text', options }: FilterInput): Html {
  // A browser empties a time field whose value is no time, so a broken time is shown as text.
  const shownType = fault === undefined ? type : 'text';
  if (options === undefined) return field({ name, label, value: given, error: fault, type: shownType });
  const any = { value: '', label: texts.jobList.any };
  const unknown =
    given === undefined || options.some(({ value }) => value === given) ? [] : [{ value: given, label: given }];
  return choice({ name, label, value: given ?? '', options: [any, ...options, ...unknown], error: fault });
}
