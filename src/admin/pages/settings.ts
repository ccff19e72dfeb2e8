import type { SettingInForce } from '../setting-in-force.ts';
import { pageRoute, type AdminRoute } from '../contract.ts';
import type { AdminDeps } from '../deps.ts';
import { texts } from '../texts/texts.ts';
import { badge, emptyState, section } from '../web/components/parts.ts';
import { table } from '../web/components/table.ts';
import { html, url, type Html, type HtmlPart } from '../web/html.ts';
import { page } from '../web/page.ts';
import type { View } from '../web/view.ts';
import { viewOf } from '../web/view-of.ts';

const { settings: words, shell } = texts;
type Group = keyof typeof words.groups;

/** Groups of settings, with the names of their settings. The first pattern that matches counts. */
const patterns: readonly (readonly [Group, RegExp])[] = [
  ['own', /^ADWRIGHT_(ADMIN|OIDC|SIGN_IN|ROLE|AUDIT)/],
  ['redis', /^ADWRIGHT_REDIS_/],
  ['storage', /^ADWRIGHT_(STORAGE|S3)/],
  ['egress', /^ADWRIGHT_(EGRESS|TRUSTED_CA|ALLOW_HTTP|CORS)/],
  ['limits', /^ADWRIGHT_(PRICES|.*_PER_MINUTE|WAITING_REQUESTS|REQUEST_WAIT|RESPONSE_CACHE)/],
  ['stages', /^ADWRIGHT_(STAGE|VOICES|BROWSER|UNSCHEDULABLE|IMAGE_PULL|TERMINATION)/],
  ['jobs', /^ADWRIGHT_(JOB|FINISHED|ARCHIVE|MAX_RUNNING|REQUIRE_READABLE)/],
  ['addresses', /^ADWRIGHT_(LISTEN|METRICS|PUBLIC|NAMESPACE|WATCH_ALL|DATA_DIR)/],
  ['other', /^/],
];

/** Page with every known setting and its value in this process. */
export function settingsRoutes(deps: Pick<AdminDeps, 'settingsInForce' | 'publicUrl' | 'clock'>): AdminRoute[] {
  return [
    pageRoute('/settings', { role: 'viewer' }, (request) => {
      const view = viewOf(request, request.caller, deps);
      const isShort = view.query.get('only') === 'set';
      const shown = deps.settingsInForce.filter(({ state }) => !isShort || state === 'set');
      const grouped = Map.groupBy(shown, ({ name }) => groupOf(name));
      const groups = patterns.map(([group]) => {
        const rows = grouped.get(group) ?? [];
        const title = words.groups[group];
        return rows.length === 0 ? undefined : section(title, settingTable(words.caption(title), rows), group);
      });
      const body = html`<div class="settings">${shown.length === 0 ? emptyState(words.noneSet, '') : groups}</div>`;
      const actions = onlySetLink(view, isShort);
      return page(view, { title: shell.titles.settings, section: '/settings', lead: words.lead, body, actions });
    }),
  ];
}

/** Switch between all settings and those that are set. */
function onlySetLink(view: View, isShort: boolean): Html {
  const address = view.to('/settings', isShort ? {} : { only: 'set' });
  return html`<a class="button" href="${url(address)}">${isShort ? words.showAll : words.onlySet}</a>`;
}

function groupOf(name: string): Group {
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

function settingTable(caption: string, rows: readonly SettingInForce[]): Html {
  return table({
    caption,
    rows,
    columns: [
      { title: words.name, cell: ({ name }) => html`<code>${breakable(name)}</code>` },
      { title: words.value, cell: valueOf },
      {
        title: words.origin,
        cell: ({ state }) =>
          state === 'set' ? badge('busy', words.states.set) : html`<span class="soft">${words.states[state]}</span>`,
      },
    ],
    empty: html`<p>${words.none}</p>`,
  });
}

function valueOf({ state, value, isSecret }: SettingInForce): HtmlPart {
  if (isSecret) return state === 'set' ? words.secretSet : words.empty;
  return value === undefined || value === '' ? words.empty : html`<code>${value}</code>`;
}

/** A long name that may break after each underscore. */
function breakable(name: string): HtmlPart {
  return name.split('_').map((part, at) => (at === 0 ? part : html`_<wbr />${part}`));
}
