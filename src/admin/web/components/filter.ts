import type { FaultKind } from '../../forms/address-values.ts';
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
  fault: FaultKind | undefined;
  hint?: string;
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

/** Returns the inputs of a filter as an address states it. */
export function filterInputs<N extends string>(
  labels: Readonly<Record<N, string>>,
  { given, faults }: { given: Partial<Record<N, string>>; faults: Partial<Record<N, FaultKind>> },
  inputs: readonly (Pick<FilterInput, 'hint' | 'type' | 'options'> & { name: N })[],
): FilterInput[] {
  return inputs.map((input) => ({
    ...input,
    ...{ label: labels[input.name], given: given[input.name], fault: faults[input.name] },
  }));
}

function inputOf({ name, label, given, fault, hint, type = 'text', options }: FilterInput): Html {
  const about = {
    ...{ name, label, value: given ?? '', error: fault && texts.jobList.faults[fault] },
    ...(hint !== undefined && { hint }),
  };
  if (options !== undefined)
    return choice({ ...about, options: [{ value: '', label: texts.jobList.any }, ...options] });
  // A browser empties a time field whose value it does not understand, so such a value is shown as text.
  return field({ ...about, type: type === 'datetime-local' && !isPickable(given) ? 'text' : type });
}

function isPickable(given = ''): boolean {
  return given === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(given);
}
