import { keyState } from '../../../domain/api-key-validity.ts';
import type { Answer } from '../../../http/answer.ts';
import { activateAccount, deactivateAccount } from '../../../operations/accounts/manage-accounts.ts';
import { showAccount } from '../../../operations/accounts/read-accounts.ts';
import { formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import type { Faults } from '../../forms/read-form.ts';
import { reasonField, reasonOf, typedReason } from '../../forms/reason.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { confirmPage } from '../../web/components/confirm.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { number } from '../../web/components/formats.ts';
import { html } from '../../web/html.ts';
import { objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { accountName, accountParent, accountPath } from './account-parts.ts';

const { accounts: words } = texts;
const path = '/accounts/{namespace}/{name}';

/** Pages and actions that deactivate and activate an account. */
export function accountStateRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    pageRoute(`${path}/deactivate`, deactivateAccount.right, (request) => confirm(objectRequest(request, deps), deps)),
    formRoute(`${path}/deactivate`, deactivateAccount.right, (request) =>
      deactivate(objectRequest(request, deps), deps),
    ),
    formRoute(`${path}/activate`, activateAccount.right, (request) =>
      switchAccount(objectRequest(request, deps), deps, { operation: activateAccount, done: 'activated' }),
    ),
  ];
}

async function deactivate(sent: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const read = reasonOf(sent.form);
  if (read.kind === 'wrong') return confirm(sent, deps, read.faults);
  return switchAccount(sent, deps, { operation: deactivateAccount, done: 'deactivated', ...read.input });
}

interface Switch {
  operation: typeof activateAccount;
  done: string;
  reason?: string;
}

async function switchAccount(sent: ObjectRequest, deps: AdminDeps, { operation, done, reason }: Switch) {
  const { view, viewer, key } = sent;
  const outcome = await runOperation(operation, key, { deps, viewer, reason });
  return isStopped(outcome) ? stoppedPage(sent.request, outcome, deps) : seeOther(view.to(accountPath(key), { done }));
}

async function confirm(shown: ObjectRequest, deps: AdminDeps, faults: Faults = {}): Promise<Answer> {
  const { view, viewer, key, form: typed } = shown;
  const outcome = await runOperation(showAccount, key, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(shown.request, outcome, deps);
  const now = deps.clock.now();
  const valid = [...deps.keys.values()].filter(
    ({ metadata, spec }) =>
      metadata.namespace === key.namespace && spec.accountRef.name === key.name && keyState(spec, now) === 'valid',
  ).length;
  return confirmPage(view, {
    ...{ title: words.deactivateTitle(key.name), section: '/accounts', back: accountPath(key) },
    ...{ parent: accountParent(key), object: accountName(outcome.object), keep: words.keepActive },
    consequence: html`<p>${words.deactivateText(number(view, valid), valid)}</p>`,
    fields: reasonField({ label: words.reason, hint: words.reasonHint }, typedReason(typed, faults)),
    faults: formFaults(faults),
    ...{ action: accountPath(key, '/deactivate'), submit: words.deactivate },
  });
}
