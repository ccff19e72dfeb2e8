import type { Answer } from '../../../http/answer.ts';
import { updateAccount } from '../../../operations/accounts/manage-accounts.ts';
import type { AdAccount } from '../../../schema/adaccount.ts';
import { formRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { readForm, type Faults } from '../../forms/read-form.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { changesTable } from '../../web/components/changes-table.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { form, hidden } from '../../web/components/form.ts';
import { notice } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { settingFields, settingLabels, settingValues, typedSettings, type SettingValues } from './account-fields.ts';
import { accountParent, accountPath } from './account-parts.ts';

const { accounts: words } = texts;

export function accountSettingsRoute(deps: AdminDeps): AdminRoute {
  return formRoute('/accounts/{namespace}/{name}/settings', updateAccount.right, (request) =>
    save(objectRequest(request, deps), deps),
  );
}

async function save(sent: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { view, viewer, key, form: typed } = sent;
  const values = typedSettings(typed);
  const noKeys = Object.entries(values).every(([name, value]) => !name.startsWith('ownerKeys.') || value === '');
  const read = readForm(updateAccount.input, typed, { ...key, ...(noKeys && { ownerKeys: null }) });
  const generation = Number(typed.get('generation'));
  if (read.kind === 'wrong') return settingsPage(sent, deps, { values, generation, faults: read.faults });
  const outcome = await runOperation(updateAccount, read.input, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(sent.request, outcome, deps);
  if (outcome.kind === 'done') return seeOther(view.to(accountPath(key), { done: 'saved' }));
  return settingsPage(sent, deps, {
    values,
    generation: outcome.object.metadata.generation,
    faults: {},
    now: outcome.object,
  });
}

interface Shown {
  values: SettingValues;
  generation: number;
  faults: Faults;
  /** The account, if another person has changed it since the form was opened. */
  now?: AdAccount;
}

function settingsPage(
  { view, key }: ObjectRequest,
  deps: AdminDeps,
  { values, generation, faults, now }: Shown,
): Answer {
  const body = html`${formFaults(faults)}
  ${now === undefined ? undefined : notice('warning', html`<p>${words.changed}</p>`)}
  ${now === undefined ? undefined : changesTable(settingLabels, values, settingValues(now.spec))}
  ${settingsForm({ view, key }, deps, { values, generation, faults })}`;
  const title = `${words.settings}: ${key.name}`;
  return page(view, {
    title,
    section: '/accounts',
    parent: accountParent(key),
    status: now === undefined ? 422 : 409,
    body,
  });
}

export function settingsForm(
  { view, key }: Pick<ObjectRequest, 'view' | 'key'>,
  { windowDefaults }: Pick<AdminDeps, 'windowDefaults'>,
  { values, generation, faults }: Omit<Shown, 'now'>,
): Html {
  const fields = html`${hidden({ generation: String(generation) })}
    ${settingFields(values, faults, windowDefaults)}`;
  return form(view, { action: accountPath(key, '/settings'), fields, submit: words.save });
}
