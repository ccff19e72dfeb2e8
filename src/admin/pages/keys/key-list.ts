import { rateWindows } from '../../../ads/known-types.ts';
import { accountOf } from '../../../domain/account-of.ts';
import { keyState } from '../../../domain/api-key-validity.ts';
import { keyText } from '../../../objects/object-key.ts';
import { maySeeAccount } from '../../../operations/actor.ts';
import { createKey, listKeys } from '../../../operations/keys/manage-keys.ts';
import type { ApiKey } from '../../../schema/apikey.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { texts } from '../../texts/texts.ts';
import { filterForm } from '../../web/components/filter-form.ts';
import { choice, field } from '../../web/components/form.ts';
import { emptyState, link, linkButtonTo, notice } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import { listPage, listPager } from '../../web/list-page.ts';
import { containsText, listQuery, type ListQuery } from '../../web/list-query.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { accountPath } from '../accounts/account-parts.ts';
import { isOffered, objectRequest } from '../object-request.ts';
import { hasOwnLimits, keyPath, lastUsed, liveCounts, stateBadge, windowMeter, type LiveCounts } from './key-parts.ts';

const { keys: words, lists, shell } = texts;
const pageSize = 50;

export function keyListRoute(deps: AdminDeps): AdminRoute {
  return pageRoute('/keys', listKeys.right, async (request) => {
    const { view, viewer } = objectRequest(request, deps);
    const query = listQuery(view.query, {
      ...{ account: undefined, q: undefined },
      ...{ state: Object.keys(words.states), own: ['yes', 'no'] },
    });
    const seen = [...deps.keys.values()].filter((key) => maySeeAccount(viewer.actor, accountOf(key)));
    const wanted = seen.filter((key) => isWanted(key, query, view.now)).toSorted(byName);
    const shown = listPage(wanted, query.page, pageSize);
    const counts = await liveCounts(shown.rows, deps.rateLimiter);
    const create = linkButtonTo(view, { path: '/keys/new', query: { account: query.chosen['account'] } }, words.create);
    const actions = isOffered({ viewer }, createKey) ? create : undefined;
    const body = html`${filter(view, query)} ${counts === undefined ? notice('warning', words.countsAway) : undefined}
      ${keyTable(view, shown.rows, { counts, deps, isFiltered: seen.length > 0 })} ${listPager(view, shown)}
      <p class="hint">${words.lastUsedHint}</p>`;
    return page(view, { title: shell.titles.keys, section: '/keys', body, actions, topics: ['keys'] });
  });
}

function isWanted(key: ApiKey, { chosen }: ListQuery, now: Date): boolean {
  const { metadata, spec } = key;
  const account = accountOf(key);
  const own = hasOwnLimits(key) ? 'yes' : 'no';
  return (
    [keyText(account), account.name].includes(chosen['account'] ?? account.name) &&
    (chosen['state'] ?? keyState(spec, now)) === keyState(spec, now) &&
    (chosen['own'] ?? own) === own &&
    containsText(chosen['q'], keyText(metadata), account.name, spec.hint)
  );
}

function byName(one: ApiKey, other: ApiKey): number {
  return keyText(one.metadata) < keyText(other.metadata) ? -1 : 1;
}

function filter(view: View, { typed, faults }: ListQuery): Html {
  const all = { value: '', label: lists.all };
  const states = [all, ...Object.entries(words.states).map(([value, label]) => ({ value, label }))];
  const own = [all, { value: 'yes', label: lists.yes }, { value: 'no', label: lists.no }];
  const given = (name: string) => ({ name, value: typed[name], error: faults[name] });
  return html`${faults['page'] === undefined ? undefined : notice('warning', faults['page'])}
  ${filterForm(view, '/keys', [
    field({ ...given('q'), label: lists.text, type: 'search', placeholder: words.textHint }),
    field({ ...given('account'), label: words.account, placeholder: words.accountHint }),
    choice({ ...given('state'), label: words.state, options: states }),
    choice({ ...given('own'), label: words.ownLimits, options: own }),
  ])}`;
}

interface Shown {
  counts: LiveCounts;
  deps: Pick<AdminDeps, 'windowDefaults' | 'namespace'>;
  isFiltered: boolean;
}

function keyTable(view: View, rows: readonly ApiKey[], { counts, deps, isFiltered }: Shown): Html {
  const { windowDefaults, namespace } = deps;
  const nameOf = ({ namespace: own, name }: { namespace: string; name: string }) =>
    namespace.isOnly ? name : keyText({ namespace: own, name });
  return table({
    caption: words.caption,
    rows,
    columns: [
      { title: words.name, cell: ({ metadata }) => link(view, keyPath(metadata), nameOf(metadata)), card: 'title' },
      {
        title: words.account,
        cell: (key) => link(view, accountPath(accountOf(key)), nameOf(accountOf(key))),
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
