import type { SettingInForce } from '../setting-in-force.ts';
import { pageRoute, type AdminRoute } from '../contract.ts';
import type { AdminDeps } from '../deps.ts';
import { texts } from '../texts/texts.ts';
import { badge, section } from '../web/components/parts.ts';
import { table } from '../web/components/table.ts';
import { html, type Html, type HtmlPart } from '../web/html.ts';
import { page } from '../web/page.ts';
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
      const grouped = Map.groupBy(deps.settingsInForce, ({ name }) => groupOf(name));
      const body = patterns.map(([group]) => {
        const rows = grouped.get(group) ?? [];
        const title = words.groups[group];
        return rows.length === 0 ? undefined : section(title, settingTable(words.caption(title), rows), group);
      });
      return page(view, { title: shell.titles.settings, section: '/settings', lead: words.lead, body });
    }),
  ];
}

function groupOf(name: string): Group {
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

function settingTable(caption: string, rows: readonly SettingInForce[]): Html {
  return table({
    caption,
    rows,
    columns: [
      { title: words.name, cell: ({ name }) => html`<code>${name}</code>` },
      { title: words.value, cell: valueOf },
      { title: words.origin, cell: ({ state }) => badge(state === 'set' ? 'busy' : 'neutral', words[state]) },
    ],
    empty: html`<p>${words.none}</p>`,
  });
}

function valueOf({ state, value, isSecret }: SettingInForce): HtmlPart {
  if (isSecret) return state === 'set' ? words.secretSet : undefined;
  return value === undefined ? undefined : html`<code>${value}</code>`;
}
