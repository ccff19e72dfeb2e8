import { texts } from '../../texts/texts.ts';
import { html, url, type HtmlPart } from '../html.ts';
import { page } from '../page.ts';
import type { View } from '../view.ts';
import { form, hidden } from './form.ts';
import { card } from './parts.ts';

interface Confirmation {
  title: string;
  section: string;
  /** What will happen, and what stays as it is. */
  consequence: HtmlPart;
  /** Path to which the form is sent if the person agrees. */
  action: string;
  /** Values that the form sends. */
  values?: Record<string, string | undefined>;
  /** Fields for the person, such as a reason. */
  fields?: HtmlPart;
  submit: string;
  isDangerous?: boolean;
  /** Path to which the person returns without the action. */
  back: string;
  formId?: string;
}

/** Returns a page that asks before an action that cannot be undone. */
export function confirmPage(view: View, asked: Confirmation) {
  const { title, section, consequence, action, values = {}, fields, submit, isDangerous = true, back, formId } = asked;
  const cancel = html`<a class="button quiet" href="${url(view.to(back))}">${texts.shell.cancel}</a>`;
  const sent = {
    ...{ action, submit, isDangerous, beside: cancel, fields: html`${hidden(values)}${fields}` },
    ...(formId === undefined ? {} : { formId }),
  };
  return page(view, { title, section, body: card(html`<div>${consequence}</div>${form(view, sent)}`) });
}
