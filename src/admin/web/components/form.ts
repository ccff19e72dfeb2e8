import { html, url, type Html, type HtmlPart } from '../html.ts';
import type { View } from '../view.ts';

/** Name of the hidden field that identifies a form, so that a form that is sent twice counts once. */
export const formIdField = 'form_id';

interface Form {
  /** Path to which the form is sent, such as `/keys`. */
  action: string;
  method?: 'get' | 'post';
  fields: HtmlPart;
  submit: string;
  /** True: the action cannot be undone. */
  isDangerous?: boolean;
  /** Random id of the form, for forms that create something. */
  formId?: string;
}

export function form(view: View, { action, method = 'post', fields, submit, isDangerous = false, formId }: Form): Html {
  return html`<form action="${url(view.to(action))}" method="${method}">
    ${formId === undefined ? undefined : html`<input type="hidden" name="${formIdField}" value="${formId}" />`}
    ${fields}
    <button type="submit" class="${isDangerous ? 'danger' : 'primary'}">${submit}</button>
  </form>`;
}

interface Field {
  name: string;
  label: string;
  value?: string | number | undefined;
  type?: 'text' | 'number' | 'url' | 'search' | 'datetime-local' | 'textarea' | 'checkbox';
  hint?: string;
  /** What is wrong with the value. */
  error?: string | undefined;
  isRequired?: boolean;
  min?: number;
  max?: number;
  placeholder?: string;
}

export function field({ name, label, hint, error, type = 'text', ...given }: Field): Html {
  const id = `field-${name}`;
  return html`<div class="field ${error === undefined ? '' : 'wrong'}">
    <label for="${id}">${label}</label>
    ${input({ name, id, type, error, ...given })}
    ${hint === undefined ? undefined : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${error === undefined ? undefined : html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`;
}

type Input = Omit<Field, 'label' | 'hint'> & { id: string };

function input(given: Input): Html {
  const { id, name, type, value = '', error, isRequired = false } = given;
  const described = error === undefined ? `${id}-hint` : `${id}-error`;
  const required = isRequired ? html` required` : undefined;
  if (type === 'textarea')
    return html`<textarea id="${id}" name="${name}" aria-describedby="${described}"${required}>${value}</textarea>`;
  if (type === 'checkbox')
    return html`<input id="${id}" name="${name}" type="checkbox" value="true"${value === 'true' ? html` checked` : undefined} />`;
  return line(given, described, required);
}

function line(
  { id, name, type = 'text', value = '', error, min, max, placeholder = '' }: Input,
  described: string,
  required?: Html,
): Html {
  return html`<input
    id="${id}"
    name="${name}"
    type="${type}"
    value="${value}"
    placeholder="${placeholder}"
    aria-describedby="${described}"
    aria-invalid="${error === undefined ? 'false' : 'true'}"
    ${min === undefined ? undefined : html`min="${min}"`}
    ${max === undefined ? undefined : html`max="${max}"`}
    ${required}
  />`;
}

interface Choice {
  name: string;
  label: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  hint?: string;
  error?: string | undefined;
}

export function choice({ name, label, value, options, hint, error }: Choice): Html {
  const id = `field-${name}`;
  return html`<div class="field ${error === undefined ? '' : 'wrong'}">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${options.map(
        (option) =>
          html`<option value="${option.value}"${option.value === value ? html` selected` : undefined}>${option.label}</option>`,
      )}
    </select>
    ${hint === undefined ? undefined : html`<p class="hint">${hint}</p>`}
    ${error === undefined ? undefined : html`<p class="error">${error}</p>`}
  </div>`;
}
