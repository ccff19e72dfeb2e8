import { keyState } from '../../../domain/api-key-validity.ts';
import { accountOf } from '../../../domain/account-of.ts';
import { keyText } from '../../../objects/object-key.ts';
import { maySeeAccount } from '../../../operations/actor.ts';
import { createAccount } from '../../../operations/accounts/manage-accounts.ts';
import { listAccounts } from '../../../operations/accounts/read-accounts.ts';
import type { AdAccount } from '../../../schema/adaccount.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import {
  containsText,
  readAddress,
  readChoice,
  readText,
  type ReadAddress,
  type Readers,
} from '../../forms/address-values.ts';
import { texts } from '../../texts/texts.ts';
import { filterForm, filterInputs } from '../../web/components/filter.ts';
import { number } from '../../web/components/formats.ts';
import { emptyState, link, linkButton } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import { listPage, listPager, pageNumber } from '../../web/list-page.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { byName, shownName } from '../object-names.ts';
import { isOffered, objectRequest } from '../object-request.ts';
import { accountPath, activeBadge, creditsMeter } from './account-parts.ts';

const { accounts: words, lists, shell } = texts;
const pageSize = 50;
const states = ['active', 'inactive'] as const;

interface AccountFilter {
  /** Part of the name or display name. */
  q: string;
  state: (typeof states)[number];
}

const readers: Readers<AccountFilter> = { q: readText, state: (text) => readChoice(text, states) };

export function accountListRoute(deps: AdminDeps): AdminRoute {
  return pageRoute('/accounts', listAccounts.right, (request) => {
    const { view, viewer } = objectRequest(request, deps);
    const read = readAddress(view.query, readers);
    const asked = pageNumber(view.query);
    const seen = [...deps.accounts.values()].filter(({ metadata }) => maySeeAccount(viewer.actor, metadata));
    const wanted = seen.filter((account) => isWanted(account, read.filter)).toSorted(byName);
    const shown = listPage(wanted, asked.page, pageSize);
    const mayCreate = isOffered({ viewer }, createAccount);
    const actions = mayCreate ? linkButton(view, '/accounts/new', words.create, { isPrimary: true }) : undefined;
    const body = html`${asked.fault} ${filter(view, read)} ${accountTable(view, shown.rows, { deps, isFiltered: seen.length > 0 })}
      ${listPager(view, shown)}`;
    return page(view, {
      title: shell.titles.accounts,
      section: '/accounts',
      body,
      actions,
      topics: ['accounts', 'keys'],
    });
  });
}

function isWanted({ metadata, spec }: AdAccount, { q, state: wanted }: Partial<AccountFilter>): boolean {
  const state = spec.active ? 'active' : 'inactive';
  return (wanted ?? state) === state && containsText(q, keyText(metadata), spec.displayName);
}

function filter(view: View, read: ReadAddress<AccountFilter>): Html {
  const inputs = filterInputs({ q: lists.text, state: words.state }, read, [
    { name: 'q', type: 'search', hint: words.textHint },
    { name: 'state', options: states.map((value) => ({ value, label: words[value] })) },
  ]);
  return filterForm(view, '/accounts', inputs);
}

interface Shown {
  deps: Pick<AdminDeps, 'keys' | 'clock' | 'namespace'>;
  isFiltered: boolean;
}

function accountTable(view: View, rows: readonly AdAccount[], { deps, isFiltered }: Shown): Html {
  const keys = validKeyCounts(deps);
  const credits = (account: AdAccount) => account.status?.credits;
  const count = (value: number | undefined) => (value === undefined ? undefined : number(view, value));
  return table({
    caption: words.caption,
    rows,
    columns: [
      {
        title: words.name,
        cell: ({ metadata }) => link(view, accountPath(metadata), shownName(metadata, deps)),
        card: 'title',
      },
      { title: words.displayName, cell: ({ spec }) => spec.displayName, card: 'fact' },
      { title: words.state, cell: ({ spec }) => activeBadge(spec), card: 'state' },
      { title: words.credits, cell: (account) => creditsMeter(view, credits(account)), card: 'wide' },
      { title: words.granted, cell: (account) => count(credits(account)?.granted), isNumber: true },
      { title: words.reserved, cell: (account) => count(credits(account)?.reserved), isNumber: true },
      { title: words.spent, cell: (account) => count(credits(account)?.spent), isNumber: true },
      { title: words.available, cell: (account) => count(credits(account)?.available), isNumber: true },
      { title: words.running, cell: ({ status }) => count(status?.runningJobs), isNumber: true },
      { title: words.waiting, cell: ({ status }) => count(status?.pendingJobs), isNumber: true },
      { title: words.keys, cell: ({ metadata }) => number(view, keys.get(keyText(metadata)) ?? 0), isNumber: true },
    ],
    empty: isFiltered ? emptyState(words.noMatch, words.noMatchAdvice) : emptyState(words.empty, words.emptyAdvice),
  });
}

/** Counts the valid API keys of each account. */
function validKeyCounts({ keys, clock }: Pick<AdminDeps, 'keys' | 'clock'>): Map<string, number> {
  const counts = new Map<string, number>();
  const now = clock.now();
  for (const key of keys.values()) {
    if (keyState(key.spec, now) !== 'valid') continue;
    const account = keyText(accountOf(key));
    counts.set(account, (counts.get(account) ?? 0) + 1);
  }
  return counts;
}
