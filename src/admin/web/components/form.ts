import { html, url, type Html, type HtmlPart } from '../html.ts';
import type { View } from '../view.ts';

/** Name of the hidden field that identifies a form, so that a form that is sent twice counts once. */
export const formIdField = 'form_id';

interface Form {
  /** Path to which the form is sent, such as `/keys`. */
  action: string;
  method?: 'get' | 'post';
  fields?: HtmlPart;
  submit: string;
  /** True if the action cannot be undone. */
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

interface ButtonForm extends Pick<Form, 'action' | 'submit'> {
  /** Values that the form sends. */
  values?: Record<string, string>;
  /** Name of the button for screen readers, if its text alone does not name the object. */
  label?: string;
}

/** A form of one button, such as one in a row of a table. */
export function buttonForm(view: View, { action, submit, values = {}, label }: ButtonForm): Html {
  return html`<form class="plain" action="${url(view.to(action))}" method="post">
    ${hidden(values)}<button${attribute('aria-label', label)}>${submit}</button>
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
  isRequired?: boolean;
  /** True if the label has the mark of a required field, although the browser does not require it. */
  isMarked?: boolean;
}

interface Field extends Described {
  value?: string | number | undefined;
  type?: 'text' | 'number' | 'url' | 'search' | 'password' | 'datetime-local' | 'textarea' | 'checkbox';
  min?: number;
  max?: number;
  step?: number;
  placeholder?: string;
  /** True: the field has the focus when the page opens. */
  isFirst?: boolean;
}

/** Returns a field with its label. A checkbox is checked if its value is `true`. */
export function field(given: Field): Html {
  return given.type === 'checkbox' ? described(given, checkbox(given)) : described(given, entry(given));
}

/** Puts a label, a hint and an error around the element of a field. */
function described({ name, label, hint, error, ...marks }: Described, element: Html): Html {
  const id = `field-${name}`;
  return html`<div class="${error === undefined ? 'field' : 'field wrong'}">
    <label for="${id}">${label}${marks.isRequired === true || marks.isMarked === true ? html`<span class="required" aria-hidden="true"> *</span>` : undefined}</label>
    ${element} ${hint === undefined ? undefined : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${error === undefined ? undefined : html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`;
}

/** Attributes that every element of a field has. */
function common({ name, hint, error }: Described): Html {
  const id = `field-${name}`;
  const texts = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`];
  const by = texts.filter((one) => one !== '').join(' ');
  return html`id="${id}" name="${name}"${by === '' ? undefined : html` aria-describedby="${by}"`}${error === undefined ? undefined : html` aria-invalid="true"`}`;
}

function checkbox({ value, ...given }: Field): Html {
  return html`<input ${common(given)} type="checkbox" value="true"${value === 'true' ? html` checked` : undefined} />`;
}

function entry(given: Field): Html {
  const { type = 'text', value = '', placeholder, isRequired = false } = given;
  const more = html`${isRequired ? html` required` : undefined}${given.isFirst === true ? html` autofocus` : undefined}${attribute('placeholder', placeholder)}`;
  // A line break after the start tag is not part of the value. Without it, a first line break of the value is lost.
  if (type === 'textarea') return html`<textarea ${common(given)}${more}>${'\n'}${value}</textarea>`;
  const range = html`${attribute('min', given.min)}${attribute('max', given.max)}${attribute('step', given.step)}`;
  return html`<input ${common(given)} type="${type}" value="${value}"${more}${range} />`;
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

/** Adds a value that is not one of the options, such as that of a broken filter, so that it stays visible. */
function shownOptions(value: string | undefined, options: Choice['options']): Choice['options'] {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return isKnown ? options : [{ value, label: value }, ...options];
}
