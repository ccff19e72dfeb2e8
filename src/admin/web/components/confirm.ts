import { texts } from '../../texts/texts.ts';
import { html, type Html, type HtmlPart } from '../html.ts';
import { page } from '../page.ts';
import type { View } from '../view.ts';
import { form } from './form.ts';
import { card, linkButton } from './parts.ts';

interface Asked {
  title: string;
  section: string;
  /** The page above the object, such as the object itself. */
  parent: { path: string; title: string };
  /** Name of the object, as people know it. */
  object?: HtmlPart;
  /** Effects of the action, and what it leaves as it is. */
  consequence: HtmlPart;
  /** Path to which the person returns without the action. */
  back: string;
}

interface Confirmation extends Asked {
  /** Path to which the form is sent if the person agrees. */
  action: string;
  /** Fields for the person, such as a reason. */
  fields: HtmlPart;
  submit: string;
  isDangerous?: boolean;
  /** Text of the link that does nothing, such as `Keep the key`. */
  keep: string;
  formId?: string | undefined;
  /** Faults of the form that was sent. */
  faults?: Html | undefined;
}

/** Returns a page that asks before an action that cannot be undone. */
export function confirmPage(view: View, asked: Confirmation) {
  const { action, fields, submit, isDangerous = true, back, formId, faults } = asked;
  const keep = linkButton(view, back, asked.keep);
  const sent = {
    ...{ action, submit, isDangerous, beside: keep, fields },
    ...(formId === undefined ? {} : { formId }),
  };
  return askedPage(view, asked, { body: html`${faults}${form(view, sent)}`, status: faults === undefined ? 200 : 422 });
}

/** Returns the page that says why an action is not possible now, in place of the form. */
export function notPossiblePage(view: View, asked: Asked) {
  const back = html`<p>${linkButton(view, asked.back, texts.shell.goBack)}</p>`;
  return askedPage(view, asked, { body: back, status: 409 });
}

function askedPage(view: View, asked: Asked, { body, status }: { body: Html; status: number }) {
  const { title, section, parent, object, consequence } = asked;
  const name = object === undefined ? undefined : html`<p class="object">${object}</p>`;
  const shown = html`<div class="confirm">${card(html`${name}<div>${consequence}</div>${body}`)}</div>`;
  return page(view, { title, section, parent, status, body: shown });
}
