import { adTypes } from '#ad-types';
import type { Answer } from '../../../http/answer.ts';
import { createAccount } from '../../../operations/accounts/manage-accounts.ts';
import { formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { formOnce } from '../../form-once.ts';
import { formStatus, readForm, type Faults } from '../../forms/read-form.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { fieldLabel } from '../../web/components/field-label.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { field, form } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import { html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { problemPage } from '../../web/problem-page.ts';
import { objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { settingFields, typedSettings } from './account-fields.ts';
import { accountPath, accountsParent } from './account-parts.ts';

const { accounts: words, forms } = texts;

export function newAccountRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    pageRoute('/accounts/new', createAccount.right, (request) => {
      const { name: namespace } = deps.namespace;
      const shown = objectRequest(request, deps);
      return newAccountPage({ ...shown, form: new URLSearchParams({ namespace, weight: '1' }) }, deps, {});
    }),
    formRoute('/accounts', createAccount.right, (request) => {
      const sent = objectRequest(request, deps);
      return formOnce(deps, request, {
        act: () => create(sent, deps),
        again: (path) => seeOther(sent.view.to(path, { done: 'created' })),
        unknown: () => problemPage(sent.view, { status: 409, ...forms.unknown }),
      });
    }),
  ];
}

async function create(sent: ObjectRequest, deps: AdminDeps): Promise<{ answer: Answer; made: string | undefined }> {
  const { form: typed, view, viewer } = sent;
  const namespace = deps.namespace.isOnly ? { namespace: deps.namespace.name } : {};
  const read = readForm(createAccount.input, typed, namespace);
  const unmade = (answer: Answer) => ({ answer, made: undefined });
  if (read.kind === 'wrong') return unmade(newAccountPage(sent, deps, read.faults));
  const outcome = await runOperation(createAccount, read.input, { deps, viewer });
  if (isStopped(outcome)) return unmade(await stoppedPage(sent.request, outcome, deps));
  if (outcome.kind === 'name-taken') return unmade(newAccountPage(sent, deps, { name: words.nameTaken }));
  const made = accountPath(outcome.object.metadata);
  return { made, answer: seeOther(view.to(made, { done: 'created' })) };
}

function newAccountPage({ view, form: typed, formId }: ObjectRequest, deps: AdminDeps, faults: Faults): Answer {
  const given = (name: string) => ({ name, value: typed.get(name) ?? '', error: faults[name] });
  const fields = html`${
    deps.namespace.isOnly ? undefined : field({ ...given('namespace'), label: words.namespace, isRequired: true })
  }
    ${field({ ...given('name'), label: words.name, hint: words.nameHint, isRequired: true, isFirst: true })}
    ${field({ ...given('credits'), label: words.firstCredits, hint: words.firstCreditsHint(lowestPrices(view, deps)), type: 'number', min: 1 })}
    ${settingFields(typedSettings(typed), faults, deps.windowDefaults)}`;
  const body = html`${formFaults(faults)}
  ${form(view, { action: '/accounts', fields, submit: words.create, formId })}`;
  return page(view, {
    title: words.create,
    section: '/accounts',
    parent: accountsParent,
    status: formStatus(faults),
    body,
  });
}

/** Lowest price of each type of ad, such as `Image ad: from 5 credits`. */
function lowestPrices(view: View, { prices }: Pick<AdminDeps, 'prices'>): string {
  const lowest = adTypes.map(({ name, prices: own }) => {
    const credits = Object.entries(prices).flatMap(([action, price]) =>
      Object.hasOwn(own, action) ? price.credits : [],
    );
    return words.priceFrom(fieldLabel(name), number(view, Math.min(...credits)));
  });
  return lowest.join('. ');
}
