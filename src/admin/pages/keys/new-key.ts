import type { Answer } from '../../../http/answer.ts';
import { keyText, type ObjectKey } from '../../../objects/object-key.ts';
import { maySeeAccount } from '../../../operations/actor.ts';
import { createKey } from '../../../operations/keys/manage-keys.ts';
import { rateWindows } from '../../../ads/known-types.ts';
import type { AdAccount } from '../../../schema/adaccount.ts';
import { formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { formOnce } from '../../form-once.ts';
import { formStatus, readForm, utcTime, type Faults } from '../../forms/read-form.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import { seeOther } from '../../web/answers.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { choice, field, form } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import { emptyState } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { problemPage } from '../../web/problem-page.ts';
import type { View } from '../../web/view.ts';
import { objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { keyPath, keysParent } from './key-parts.ts';
import { limitFields, typedKey } from './limit-fields.ts';
import { secretPage } from './secret-page.ts';

const { keys: words, forms } = texts;

/** Maximum number of accounts that the form lists to choose from. With more, the account is typed. */
const listedMax = 200;

export function newKeyRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    pageRoute('/keys/new', createKey.right, (request) => {
      const shown = objectRequest(request, deps);
      return newKeyPage({ ...shown, form: shown.view.query }, deps, {});
    }),
    formRoute('/keys', createKey.right, (request) => {
      const sent = objectRequest(request, deps);
      return formOnce(deps, request, {
        act: () => create(sent, deps),
        again: (path) => seeOther(sent.view.to(path, { done: 'shownOnce' })),
        unknown: () => problemPage(sent.view, { status: 409, ...forms.unknown }),
      });
    }),
  ];
}

async function create(sent: ObjectRequest, deps: AdminDeps): Promise<{ answer: Answer; made: string | undefined }> {
  const { view, viewer, form: typed } = sent;
  const wrong = (faults: Faults) => ({ answer: newKeyPage(sent, deps, faults), made: undefined });
  const account = accountNamed(typed.get('account') ?? '', deps);
  if (account === undefined) return wrong({ account: words.badAccount });
  const expiresAt = utcTime(typed.get('expiresAt'));
  const given = { namespace: account.namespace, account: account.name, ...(expiresAt !== undefined && { expiresAt }) };
  const read = readForm(createKey.input, typed, given);
  if (read.kind === 'wrong') return wrong(read.faults);
  if (expiresAt !== undefined && Date.parse(expiresAt) <= view.now.getTime()) return wrong({ expiresAt: words.past });
  const outcome = await runOperation(createKey, read.input, { deps, viewer });
  if (isStopped(outcome)) return { answer: await stoppedPage(sent.request, outcome, deps), made: undefined };
  if (outcome.kind !== 'done') return wrong(faultsOf(view, outcome));
  const { object, secret } = outcome;
  const answer = secretPage(view, { title: words.createdTitle, key: object, secret, apiUrl: deps.apiUrl });
  return { answer, made: keyPath(object.metadata) };
}

type Refused =
  | { kind: 'account-not-found' | 'name-taken' }
  | { kind: 'too-many-keys'; max: number }
  | { kind: 'limit-too-high'; limit: string; max: number | undefined };

function faultsOf(view: View, refused: Refused): Faults {
  switch (refused.kind) {
    case 'account-not-found':
      return { account: words.badAccount };
    case 'name-taken':
      return { name: words.nameTaken };
    case 'too-many-keys':
      return { account: words.tooMany(number(view, refused.max)) };
    case 'limit-too-high': {
      const { limit, max } = refused;
      return { [`limits.${limit}`]: words.limitTooHigh(max === undefined ? undefined : number(view, max)) };
    }
  }
}

/** Reads `namespace/name`, or the name alone if the dashboard shows one namespace. */
function accountNamed(text: string, { namespace: own }: Pick<AdminDeps, 'namespace'>): ObjectKey | undefined {
  const [first = '', second, ...more] = text.trim().split('/');
  if (first === '' || more.length > 0) return undefined;
  if (second === undefined) return own.isOnly ? { namespace: own.name, name: first } : undefined;
  return second === '' ? undefined : { namespace: first, name: second };
}

function newKeyPage({ view, viewer, form: typed, formId }: ObjectRequest, deps: AdminDeps, faults: Faults): Answer {
  const accounts = [...deps.accounts.values()].filter(({ metadata }) => maySeeAccount(viewer.actor, metadata));
  const given = (name: string) => ({ name, value: typed.get(name) ?? '', error: faults[name] });
  const fields = html`${accountField(accounts, given('account'))}
    ${field({ ...given('name'), label: words.name, hint: words.nameHint })}
    ${limitFields(view, {
      ...{ values: typedKey(typed), faults, windowDefaults: deps.windowDefaults },
      ceilings: ceilingsOf(viewer, accounts),
    })}`;
  const body =
    accounts.length === 0
      ? emptyState(words.noAccounts, '')
      : html`${formFaults(faults)} ${form(view, { action: '/keys', fields, submit: words.create, formId })}`;
  return page(view, { title: words.create, section: '/keys', parent: keysParent, status: formStatus(faults), body });
}

function accountField(
  accounts: readonly AdAccount[],
  { value, ...given }: { name: string; value: string; error: string | undefined },
): Html {
  const label = words.account;
  if (accounts.length > listedMax) return field({ ...given, value, label, hint: words.accountHint, isRequired: true });
  const options = accounts
    .map(({ metadata, spec }) => ({ value: keyText(metadata), displayName: spec.displayName }))
    .toSorted((one, other) => (one.value < other.value ? -1 : 1))
    .map(({ value: name, displayName }) => ({
      value: name,
      label: displayName === undefined ? name : `${name} (${displayName})`,
    }));
  return choice({ ...given, label, value: value === '' ? options[0]?.value : value, options });
}

/** Returns the highest limits that an owner may set in their accounts, or undefined for an admin. */
function ceilingsOf({ actor }: Viewer, accounts: readonly AdAccount[]) {
  if (actor.kind !== 'owner') return undefined;
  const ceilings = rateWindows.map(({ limit }) => {
    const allowed = accounts.flatMap(({ spec }) => spec.ownerKeys?.limits?.[limit] ?? []);
    return [limit, allowed.length === 0 ? undefined : Math.max(...allowed)] as const;
  });
  return Object.fromEntries(ceilings);
}
