import { adTypes } from '#ad-types';
import type { AdType } from '../../../ads/ad-type.ts';
import type { Snippets } from '../../snippets.ts';
import { texts } from '../../texts/texts.ts';
import { codeBoxes } from '../../web/components/code-boxes.ts';
import { choice, field, form, hidden } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import { linkButton, notice, section, tabs } from '../../web/components/parts.ts';
import { html, url, type Html } from '../../web/html.ts';
import { fieldLabel } from '../../web/components/field-label.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { firstSteps } from '../overview/first-steps.ts';
import { requestFields } from './form-body.ts';
import { labelOf, type UsableKey } from './keys-to-choose.ts';
import { priceBox, type Cost } from './price.ts';
import { requestGroups } from './request-fields.ts';

const { playground, shell } = texts;

export const playgroundPath = '/playground';
/** Names of the fields that are not part of the request. */
export const names = { key: 'run_as', show: 'show', json: 'json', type: 'type', mode: 'as' } as const;

export interface Shown {
  type: AdType;
  keys: readonly UsableKey[];
  values: URLSearchParams;
  faults: Readonly<Record<string, string>>;
  cost: Cost;
  /** Sentence about the outcome of a try. */
  message?: string | undefined;
  /** The request as a client would send it. */
  request?: Snippets | undefined;
  /** Text of the JSON body, if the person edits it. */
  json?: string | undefined;
  formId: string;
  status?: number;
}

export function playgroundPage(view: View, shown: Shown) {
  const { status = 200, type, keys } = shown;
  const about = { title: shell.titles.playground, section: playgroundPath, lead: playground.lead, status };
  if (keys.length === 0)
    return page(view, { ...about, body: firstSteps(view, { hasAccounts: false, hasKeys: false }) });
  const parts = adTypes.map(({ name }) => ({ path: addressOf(name), title: fieldLabel(name) }));
  const body = html`
    ${parts.length > 1 ? tabs(view, playground.types, { parts, current: addressOf(type.name) }) : undefined}
    ${shown.message === undefined ? undefined : notice('bad', shown.message)}
    ${shown.request === undefined ? undefined : section(playground.request, snippetBoxes(shown.request), 'request')}
    ${requestForm(view, shown)}
  `;
  return page(view, { ...about, body });
}

function snippetBoxes({ curl, typescript, python }: Snippets): Html {
  const { request } = texts.job;
  return codeBoxes([
    [request.curl, curl],
    [request.typescript, typescript],
    [request.python, python],
  ]);
}

/** Address of the playground for a type of ad. The query is part of the path, because tabs lead to paths. */
function addressOf(type: string): string {
  return `${playgroundPath}/${type}`;
}

function requestForm(view: View, shown: Shown): Html {
  const { type, json, formId, faults, cost } = shown;
  const { credits } = cost;
  const fields = json === undefined ? requestFields(requestGroups(type.request), shown) : jsonField(json, faults);
  const switching = json === undefined ? playground.asJson : playground.asForm;
  const sent = form(view, {
    ...{
      action: addressOf(type.name),
      formId,
      submit: playground.make(credits === undefined ? undefined : number(view, credits)),
    },
    fields: html`${hidden({ [names.mode]: json === undefined ? undefined : 'json' })} ${keyField(shown)} <div class="stacks">${fields}</div>`,
    beside: html`<button class="quiet" name="${names.show}" value="price">${playground.showPrice}</button>
      <button class="quiet" name="${names.show}" value="request">${playground.showRequest}</button>
      ${json === undefined ? html`<button class="quiet" name="${names.show}" value="json">${switching}</button>` : linkButton(view, addressOf(type.name), switching)}
      ${priceBox(view, shown.cost)}`,
  });
  return html`<div class="playground" data-price="${url(view.to(addressOf(type.name), { [names.show]: 'price' }))}">${sent}</div>`;
}

function keyField({ keys, values, faults }: Shown): Html {
  const options = keys.map((one) => ({ value: one.id, label: labelOf(one) }));
  return choice({
    ...{ name: names.key, label: playground.key, hint: playground.keyHint, options },
    value: values.get(names.key) ?? options[0]?.value,
    error: faults[names.key],
  });
}

function jsonField(json: string, faults: Shown['faults']): Html {
  const others = Object.entries(faults).filter(([name]) => name !== names.json && name !== names.key);
  const lines = [faults[names.json], ...others.map(([name, fault]) => `${name}: ${fault}`)];
  const error = lines.filter((line) => line !== undefined).join(' ');
  return field({
    ...{ name: names.json, label: playground.json, hint: playground.jsonHint, type: 'textarea', value: json },
    error: error === '' ? undefined : error,
  });
}
