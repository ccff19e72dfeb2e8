import type { FaultKind } from '../../forms/address-values.ts';
import { texts } from '../../texts/texts.ts';
import { html, type Html, type HtmlPart } from '../html.ts';
import type { View } from '../view.ts';
import { choice, field, form } from './form.ts';
import { link } from './parts.ts';

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
  /** True: the field is folded away until a person opens it or the address gives it. */
  isRare?: boolean;
}

/**
 * Returns the form that filters a list. The filter is in the address, so a bookmark keeps it. On a narrow screen the
 * form is folded unless the address gives a filter; on a wide one only the rare fields are.
 */
export function filterForm(view: View, path: string, inputs: readonly FilterInput[]): Html {
  const { filter, moreFilters, apply, clear } = texts.jobList;
  const [common, rare] = [inputs.filter(({ isRare }) => isRare !== true), inputs.filter(({ isRare }) => isRare)];
  const fields = html`${common.map(inputOf)}
  ${rare.length === 0 ? undefined : folded('more', moreFilters, { body: rare.map(inputOf), isOpen: isGiven(rare) })}`;
  const beside = isGiven(inputs) ? link(view, path, clear) : undefined;
  const body = form(view, { action: path, method: 'get', fields, submit: apply, beside });
  return folded('filter', filter, { body, isOpen: isGiven(inputs) });
}

function isGiven(inputs: readonly FilterInput[]): boolean {
  return inputs.some(({ given }) => given !== undefined);
}

function folded(look: string, summary: string, { body, isOpen }: { body: HtmlPart; isOpen: boolean }): Html {
  return html`<details class="${look}" ${isOpen ? html`open` : undefined}>
    <summary>${summary}</summary>
    ${body}
  </details>`;
}

/** Returns the inputs of a filter as an address states it. */
export function filterInputs<N extends string>(
  labels: Readonly<Record<N, string>>,
  { given, faults }: { given: Partial<Record<N, string>>; faults: Partial<Record<N, FaultKind>> },
  inputs: readonly (Pick<FilterInput, 'hint' | 'type' | 'options' | 'isRare'> & { name: N })[],
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
