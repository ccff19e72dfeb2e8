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
  /** Buttons and links beside the button that sends the form. */
  beside?: HtmlPart;
}

export function form(view: View, given: Form): Html {
  const { action, method = 'post', fields, submit, isDangerous = false, formId, beside } = given;
  return html`<form action="${url(view.to(action))}" method="${method}">
    ${formId === undefined ? undefined : hidden({ [formIdField]: formId })} ${fields}
    <div class="actions">
      <button type="submit" class="${isDangerous ? 'danger' : method === 'get' ? '' : 'primary'}">${submit}</button>
      ${beside}
    </div>
  </form>`;
}

/** A form of one button, such as one in a row of a table. */
export function buttonForm(
  view: View,
  { action, submit, fields = {}, isDangerous = false }: Omit<Form, 'fields'> & { fields?: Record<string, string> },
): Html {
  return html`<form class="plain" action="${url(view.to(action))}" method="post">
    ${hidden(fields)}<button class="${isDangerous ? 'danger' : ''}">${submit}</button>
  </form>`;
}

/** Invisible fields of a form. */
export function hidden(values: Record<string, string | undefined>): Html {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return html`${given.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;
}

interface Described {
  name: string;
  label: string;
  hint?: HtmlPart;
  /** Fault of the value. */
  error?: string | undefined;
  /** Id of the element, if the page has several fields of one name. */
  id?: string;
  isRequired?: boolean;
  /** True: the label has the mark of a required field, although the browser does not require it. */
  isMarked?: boolean;
}

interface Field extends Described {
  value?: string | number | undefined;
  type?:
    | 'text'
    | 'number'
    | 'url'
    | 'search'
    | 'password'
    | 'date'
    | 'datetime-local'
    | 'time'
    | 'email'
    | 'color'
    | 'textarea'
    | 'checkbox';
  min?: number;
  max?: number;
  step?: number;
  placeholder?: string;
  /** Value of a checkbox, if it is not `true`. */
  checkedValue?: string;
  /** Suggestions that the browser offers. */
  suggestions?: readonly string[];
  autocomplete?: string;
  /** True: the field has the focus when the page opens. */
  isFirst?: boolean;
}

/** Returns a field with its label. A checkbox is checked if its value is `checkedValue`. */
export function field(given: Field): Html {
  return given.type === 'checkbox' ? described(given, checkbox(given)) : described(given, entry(given));
}

/** Puts a label, a hint and an error around the element of a field. */
function described({ name, label, hint, error, id = `field-${name}`, ...marks }: Described, element: Html): Html {
  return html`<div class="${error === undefined ? 'field' : 'field wrong'}">
    <label for="${id}">${label}${marks.isRequired === true || marks.isMarked === true ? html`<span class="required" aria-hidden="true"> *</span>` : undefined}</label>
    ${element} ${hint === undefined ? undefined : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${error === undefined ? undefined : html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`;
}

/** Attributes that every element of a field has. */
function common({ name, hint, error, id = `field-${name}` }: Described): Html {
  const texts = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`];
  const by = texts.filter((one) => one !== '').join(' ');
  return html`id="${id}" name="${name}"${by === '' ? undefined : html` aria-describedby="${by}"`}${error === undefined ? undefined : html` aria-invalid="true"`}`;
}

function checkbox({ value, checkedValue = 'true', ...given }: Field): Html {
  const checked = value === checkedValue ? html` checked` : undefined;
  return html`<input ${common(given)} type="checkbox" value="${checkedValue}"${checked} />`;
}

function entry(given: Field): Html {
  const { type = 'text', value = '', placeholder, isRequired = false, suggestions, id = `field-${given.name}` } = given;
  const more = html`${isRequired ? html` required` : undefined}${given.isFirst === true ? html` autofocus` : undefined}${attribute('placeholder', placeholder)}${attribute('autocomplete', given.autocomplete)}`;
  // A line break after the start tag is not part of the value. Without it, a first line break of the value is lost.
  if (type === 'textarea') return html`<textarea ${common(given)}${more}>${'\n'}${value}</textarea>`;
  const range = html`${attribute('min', given.min)}${attribute('max', given.max)}${attribute('step', given.step)}`;
  const list = suggestions === undefined ? undefined : attribute('list', `${id}-list`);
  return html`<input ${common(given)} type="${type}" value="${value}"${more}${range}${list} />
    ${suggestions === undefined ? undefined : html`<datalist id="${id}-list">${suggestions.map((one) => html`<option value="${one}"></option>`)}</datalist>`}`;
}

function attribute(name: string, value: string | number | undefined): Html | undefined {
  return value === undefined ? undefined : html` ${name}="${value}"`;
}

interface Choice extends Described {
  value: string | undefined;
  options: readonly { value: string; label: string }[];
}

export function choice({ value, options, ...given }: Choice): Html {
  const element = html`<select ${common(given)}>
    ${shownOptions(value, options).map(
      (option) =>
        html`<option value="${option.value}"${option.value === value ? html` selected` : undefined}>${option.label}</option>`,
    )}
  </select>`;
  return described(given, element);
}

/** Fields that belong together, below a heading. */
export function fieldGroup(title: string, fields: HtmlPart): Html {
  return html`<fieldset>
    <legend>${title}</legend>
    ${fields}
  </fieldset>`;
}

/** A value that is no option, such as of a broken filter, is shown too, so that it is not lost. */
function shownOptions(value: string | undefined, options: Choice['options']): Choice['options'] {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return isKnown ? options : [{ value, label: value }, ...options];
}
