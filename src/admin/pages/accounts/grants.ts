import type { Answer } from '../../../http/answer.ts';
import { grantCredits } from '../../../operations/accounts/manage-accounts.ts';
import { showAccount } from '../../../operations/accounts/read-accounts.ts';
import { formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { readForm, type Faults } from '../../forms/read-form.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { field, form, formIdField } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import { emptyState, section } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { isOffered, objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { accountParent, accountPath } from './account-parts.ts';

const { accounts: words } = texts;
const path = '/accounts/{namespace}/{name}/grants';

/** The dashboard asks for a reason, and chooses the id of the grant itself. */
const GrantInput = grantCredits.input.omit({ id: true }).required({ note: true });

export function grantRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    pageRoute(path, showAccount.right, (request) => grantsPage(objectRequest(request, deps), deps)),
    formRoute(path, grantCredits.right, (request) => grant(objectRequest(request, deps), deps)),
  ];
}

/**
 * Grants credits. The id of the grant is that of the form, and an id counts once, so a form that is sent twice grants
 * once, even if the first outcome is unknown.
 */
async function grant(sent: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { view, viewer, key, form: typed } = sent;
  const formId = typed.get(formIdField) ?? '';
  const id = /^[\w-]{8,64}$/.test(formId) ? { id: `grant-${formId}` } : {};
  const read = readForm(GrantInput, typed, { ...key });
  if (read.kind === 'wrong') return grantPage(sent, read.faults);
  const reason = read.input.note;
  const outcome = await runOperation(grantCredits, { ...read.input, ...id }, { deps, viewer, reason });
  if (isStopped(outcome)) return stoppedPage(sent.request, outcome, deps);
  if (outcome.kind === 'done') return seeOther(`${view.to(accountPath(key), { done: 'granted' })}#credits`);
  return grantPage(sent, { amount: words.otherAmount(number(view, outcome.known.amount)) });
}

function grantPage(sent: ObjectRequest, faults: Faults): Answer {
  const body = html`${formFaults(faults)} ${grantForm(sent, faults)}`;
  return page(sent.view, {
    title: `${words.grant}: ${sent.key.name}`,
    section: '/accounts',
    parent: accountParent(sent.key),
    status: 422,
    body,
  });
}

export function grantForm({ view, key, formId, form: typed }: ObjectRequest, faults: Faults): Html {
  const given = (name: string) => ({ name, value: typed.get(name) ?? '', error: faults[name] });
  const fields = html`${field({ ...given('amount'), label: words.grantAmount, type: 'number', min: 1, isRequired: true })}
  ${field({ ...given('note'), label: words.reason, hint: words.grantReasonHint, isRequired: true })}`;
  const action = accountPath(key, '/grants');
  return section(words.grant, form(view, { action, fields, submit: words.grant, formId }), 'grant');
}

/** Id of the row of a grant on the page of grants. */
export function grantAnchor(id: string): string {
  return `grant-${id}`;
}

async function grantsPage(shown: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { view, viewer, key } = shown;
  const outcome = await runOperation(showAccount, key, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(shown.request, outcome, deps);
  const body = html`${isOffered(shown, grantCredits) ? grantForm(shown, {}) : undefined}
    ${table({
      caption: words.grants,
      columns: [
        { title: words.grantId, cell: ({ id }) => html`<span id="${grantAnchor(id)}">${id}</span>` },
        { title: words.amount, cell: ({ amount }) => number(view, amount), isNumber: true },
        { title: words.reason, cell: ({ note }) => note },
      ],
      rows: outcome.object.spec.creditGrants.toReversed(),
      empty: emptyState(words.grantsEmpty, ''),
    })}`;
  const topics = [`account/${key.namespace}/${key.name}`];
  return page(view, {
    title: `${words.grants}: ${key.name}`,
    section: '/accounts',
    parent: accountParent(key),
    body,
    topics,
  });
}
