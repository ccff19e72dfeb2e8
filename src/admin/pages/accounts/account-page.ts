import { keyState } from '../../../domain/api-key-validity.ts';
import { findCondition } from '../../../domain/conditions.ts';
import type { Answer } from '../../../http/answer.ts';
import { keyText } from '../../../objects/object-key.ts';
import {
  activateAccount,
  deactivateAccount,
  grantCredits,
  updateAccount,
} from '../../../operations/accounts/manage-accounts.ts';
import { showAccount } from '../../../operations/accounts/read-accounts.ts';
import { showSigningSecret } from '../../../operations/accounts/signing-secret.ts';
import { testCallback } from '../../../operations/accounts/test-callback.ts';
import { createKey } from '../../../operations/keys/manage-keys.ts';
import type { AdAccount } from '../../../schema/adaccount.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { doneNotice } from '../../web/components/done-notice.ts';
import { buttonForm } from '../../web/components/form.ts';
import { number, time } from '../../web/components/formats.ts';
import { definitions, link, linkButton, notice, section } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { isOffered, objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { settingsForm } from './account-settings.ts';
import { settingValues } from './account-fields.ts';
import { accountPath, accountsParent, activeBadge } from './account-parts.ts';
import { balanceOf, balanceSection, historySection } from './balance.ts';
import { grantForm } from './grants.ts';

const { accounts: words } = texts;

export function accountPageRoute(deps: AdminDeps): AdminRoute {
  return pageRoute('/accounts/{namespace}/{name}', showAccount.right, (request) =>
    accountPage(objectRequest(request, deps), deps),
  );
}

async function accountPage(shown: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { view, viewer, key } = shown;
  const outcome = await runOperation(showAccount, key, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(shown.request, outcome, deps);
  const account = outcome.object;
  const balance = await balanceOf(shown, account, deps);
  const settings = settingsSection(shown, account, deps);
  const parts = [
    ['overview', words.overview],
    ['credits', words.balance],
    ...(settings === undefined ? [] : [['settings', words.settings] as const]),
  ] as const;
  const body = html`${doneNotice(view, words.done)} ${warnings(account)} ${jumps(parts)}
    ${section(words.overview, summary(shown, account, deps), 'overview')} ${balanceSection(view, balance)}
    ${isOffered(shown, grantCredits) ? grantForm(shown, {}) : undefined} ${historySection(shown, account, balance)}
    ${settings}`;
  const topics = ['accounts', `account/${keyText(key)}`];
  return page(view, {
    title: account.spec.displayName ?? key.name,
    section: '/accounts',
    parent: accountsParent,
    body,
    topics,
    actions: actions(shown, account),
  });
}

/** Links to the sections of the page. */
function jumps(parts: readonly (readonly [id: string, title: string])[]): Html {
  return html`<nav class="tabs" aria-label="${words.sections}">
    ${parts.map(([id, title]) => html`<a href="#${id}">${title}</a>`)}
  </nav>`;
}

function warnings({ spec, status }: AdAccount): Html {
  const grants = findCondition(status?.conditions, 'GrantsApplied');
  return html`${spec.active ? undefined : notice('warning', words.inactiveText)}
  ${grants?.status === 'False' ? notice('bad', html`${words.grantsNotApplied} ${grants.message}`) : undefined}`;
}

function summary({ view, key }: ObjectRequest, account: AdAccount, deps: AdminDeps): Html {
  const { metadata, spec, status } = account;
  const now = deps.clock.now();
  const keys = [...deps.keys.values()].filter(
    (one) => one.metadata.namespace === key.namespace && one.spec.accountRef.name === key.name,
  );
  const valid = keys.filter((one) => keyState(one.spec, now) === 'valid').length;
  return definitions([
    [words.name, keyText(metadata)],
    [words.state, activeBadge(spec)],
    [
      words.keys,
      link(view, '/keys', words.keyCount(number(view, valid), number(view, keys.length)), { account: keyText(key) }),
    ],
    [words.running, status?.runningJobs === undefined ? undefined : number(view, status.runningJobs)],
    [words.waiting, status?.pendingJobs === undefined ? undefined : number(view, status.pendingJobs)],
    [words.created, time(view, metadata.creationTimestamp)],
    [
      words.more,
      html`${link(view, accountPath(key, '/grants'), words.grants)}, ${link(view, '/jobs', words.jobs, { account: key.name })},
      ${link(view, '/audit', words.auditRows, { target: keyText(key) })}`,
    ],
  ]);
}

function settingsSection(shown: ObjectRequest, { metadata, spec }: AdAccount, deps: AdminDeps): Html | undefined {
  if (!isOffered(shown, updateAccount)) return undefined;
  const { generation } = metadata;
  const given = { values: settingValues(spec), generation, faults: {} };
  return section(words.settings, settingsForm(shown, deps, given), 'settings');
}

/** Links and actions next to the title. */
function actions(shown: ObjectRequest, { spec }: AdAccount): Html {
  const { view, key } = shown;
  const at = (rest: string, text: string) => linkButton(view, accountPath(key, rest), text);
  const newKey = { isPrimary: true, query: { account: keyText(key) } };
  const canActivate = !spec.active && isOffered(shown, activateAccount);
  return html`${isOffered(shown, createKey) ? linkButton(view, '/keys/new', words.createKey, newKey) : undefined}
  ${isOffered(shown, showSigningSecret) ? at('/signing-secret', words.signingSecretShort) : undefined}
  ${isOffered(shown, testCallback) ? at('/callback-test', words.testCallback) : undefined}
  ${canActivate ? buttonForm(view, { action: accountPath(key, '/activate'), submit: words.activate }) : undefined}
  ${spec.active && isOffered(shown, deactivateAccount) ? at('/deactivate', words.deactivateShort) : undefined}`;
}
