import { rateWindows } from '../../../ads/known-types.ts';
import { accountOf } from '../../../domain/account-of.ts';
import { keyState, type KeyState } from '../../../domain/api-key-validity.ts';
import { keyText } from '../../../objects/object-key.ts';
import { maySeeAccount } from '../../../operations/actor.ts';
import { createKey, listKeys } from '../../../operations/keys/manage-keys.ts';
import type { ApiKey } from '../../../schema/apikey.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import {
  containsText,
  readAddress,
  readChoice,
  readName,
  readText,
  type ReadAddress,
  type Readers,
} from '../../forms/address-values.ts';
import { texts } from '../../texts/texts.ts';
import { filterForm, filterInputs } from '../../web/components/filter.ts';
import { emptyState, link, linkButton, notice } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import { listPage, listPager, pageNumber } from '../../web/list-page.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { accountPath } from '../accounts/account-parts.ts';
import { byName, shownName } from '../object-names.ts';
import { isOffered, objectRequest } from '../object-request.ts';
import { hasOwnLimits, keyPath, lastUsed, liveCounts, stateBadge, windowMeter, type LiveCounts } from './key-parts.ts';

const { keys: words, lists, shell } = texts;
const pageSize = 50;
const keyStates = ['valid', 'expired', 'revoked'] as const satisfies KeyState[];
const answers = ['yes', 'no'] as const;

interface KeyFilter {
  /** Part of the name, the account or the hint. */
  q: string;
  /** Name of an account, alone or after its namespace and a slash. */
  account: string;
  state: KeyState;
  /** `yes`: only keys with limits of their own. `no`: only keys without. */
  own: (typeof answers)[number];
}

const readers: Readers<KeyFilter> = {
  ...{ q: readText, account: readName },
  state: (text) => readChoice(text, keyStates),
  own: (text) => readChoice(text, answers),
};

export function keyListRoute(deps: AdminDeps): AdminRoute {
  return pageRoute('/keys', listKeys.right, async (request) => {
    const { view, viewer } = objectRequest(request, deps);
    const read = readAddress(view.query, readers);
    const asked = pageNumber(view.query);
    const seen = [...deps.keys.values()].filter((key) => maySeeAccount(viewer.actor, accountOf(key)));
    const wanted = seen.filter((key) => isWanted(key, read.filter, view.now)).toSorted(byName);
    const shown = listPage(wanted, asked.page, pageSize);
    const counts = await liveCounts(shown.rows, deps.rateLimiter);
    const create = linkButton(view, '/keys/new', words.create, {
      isPrimary: true,
      query: { account: read.filter.account },
    });
    const actions = isOffered({ viewer }, createKey) ? create : undefined;
    const body = html`${asked.fault} ${filter(view, read)} ${counts === undefined ? notice('warning', words.countsAway) : undefined}
      ${keyTable(view, shown.rows, { counts, deps, isFiltered: seen.length > 0 })} ${listPager(view, shown)}
      <p class="hint">${words.lastUsedHint}</p>`;
    return page(view, { title: shell.titles.keys, section: '/keys', body, actions, topics: ['keys'] });
  });
}

function isWanted(key: ApiKey, filter: Partial<KeyFilter>, now: Date): boolean {
  const { metadata, spec } = key;
  const account = accountOf(key);
  const own = hasOwnLimits(key) ? 'yes' : 'no';
  return (
    [keyText(account), account.name].includes(filter.account ?? account.name) &&
    (filter.state ?? keyState(spec, now)) === keyState(spec, now) &&
    (filter.own ?? own) === own &&
    containsText(filter.q, keyText(metadata), account.name, spec.hint)
  );
}

function filter(view: View, read: ReadAddress<KeyFilter>): Html {
  const labels = { q: lists.text, account: words.account, state: words.state, own: words.ownLimits };
  const inputs = filterInputs(labels, read, [
    { name: 'q', type: 'search', hint: words.textHint },
    { name: 'account', hint: words.accountHint },
    { name: 'state', options: keyStates.map((value) => ({ value, label: words.states[value] })) },
    { name: 'own', options: answers.map((value) => ({ value, label: lists[value] })) },
  ]);
  return filterForm(view, '/keys', inputs);
}

interface Shown {
  counts: LiveCounts;
  deps: Pick<AdminDeps, 'windowDefaults' | 'namespace'>;
  isFiltered: boolean;
}

function keyTable(view: View, rows: readonly ApiKey[], { counts, deps, isFiltered }: Shown): Html {
  const { windowDefaults } = deps;
  return table({
    caption: words.caption,
    rows,
    columns: [
      {
        title: words.name,
        cell: ({ metadata }) => link(view, keyPath(metadata), shownName(metadata, deps)),
        card: 'title',
      },
      {
        title: words.account,
        cell: (key) => link(view, accountPath(accountOf(key)), shownName(accountOf(key), deps)),
        card: 'fact',
      },
      { title: words.hint, cell: ({ spec }) => html`<code>${spec.hint}</code>`, card: 'fact' },
      { title: words.state, cell: (key) => stateBadge(view, key), card: 'state' },
      ...rateWindows.map((window) => ({
        title: window.column,
        cell: (key: ApiKey) => windowMeter(view, key, window.name, { counts, windowDefaults }),
      })),
      { title: words.ownLimits, cell: (key) => (hasOwnLimits(key) ? lists.yes : lists.no) },
      { title: words.lastUsed, cell: (key) => lastUsed(view, key), card: 'fact' },
    ],
    empty: isFiltered ? emptyState(words.noMatch, words.noMatchAdvice) : emptyState(words.empty, words.emptyAdvice),
  });
}
