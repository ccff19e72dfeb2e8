import type { AuditOutcome, AuditRow, AuditTarget } from '../../../audit-log/port.ts';
import { clipped } from '../../../domain/clipped.ts';
import { texts } from '../../texts/texts.ts';
import { number, time } from '../../web/components/formats.ts';
import { badge, diff, link, type Tone } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { audit, shell } = texts;
const tones: Record<AuditOutcome, Tone> = { started: 'warning', done: 'good', refused: 'neutral', failed: 'bad' };
/** Maximum number of characters of a value in the table. An export has the whole value. */
const valueMax = 300;
const agentMax = 60;

/** Rows of the audit log as a table. Owners do not see from where others acted. */
export function auditTable(view: View, rows: readonly AuditRow[], empty: Html): Html {
  const { columns } = audit;
  return table<AuditRow>({
    caption: shell.titles.audit,
    columns: [
      { title: columns.time, cell: (row) => time(view, row.time) },
      { title: columns.who, cell: who },
      ...(view.viewer?.actor.kind === 'role' ? [{ title: columns.source, cell: source }] : []),
      { title: columns.action, cell: (row) => action(view, row) },
      { title: columns.target, cell: ({ target }) => target && targetCell(view, target) },
      { title: columns.change, cell: change },
      { title: columns.outcome, cell: ({ outcome }) => outcomeCell(outcome) },
      { title: columns.reason, cell: ({ reason }) => reason },
    ],
    rows,
    empty,
    rowId: ({ id }) => `row-${id}`,
  });
}

function who({ actor: { kind, subject, name, isStated } }: AuditRow): Html {
  const id = name === undefined || name === subject ? undefined : html`<br /><span class="soft">${subject}</span>`;
  return html`${name ?? subject}${id}<br /><span class="soft">${audit.kinds[kind]}</span>${isStated === true ? html`<br /><span class="soft" title="${audit.statedHint}">${audit.stated}</span>` : undefined}`;
}

function source({ source: { ip, userAgent } }: AuditRow): HtmlPart {
  const agent = userAgent && html`<br /><span class="soft" title="${userAgent}">${clipped(userAgent, agentMax)}</span>`;
  return html`${ip}${agent}`;
}

function action(view: View, { action: name, count }: AuditRow): Html {
  const times = count === undefined ? undefined : html`<br />${audit.times(number(view, count))}`;
  return html`<code>${name}</code>${times}`;
}

function targetCell(view: View, { kind, namespace, name, hint, account }: AuditTarget): Html {
  const path = pathOf({ kind, namespace, name });
  const text = `${namespace}/${name}`;
  const owner = account === undefined || account === name ? undefined : audit.account(account);
  return html`<span class="soft">${kind}</span><br />${path === undefined ? text : link(view, path, text)}
    ${[hint, owner].filter((one) => one !== undefined).map((one) => html`<br /><span class="soft">${one}</span>`)}`;
}

/** Returns the path of the page of an object. The object may have been deleted. */
function pathOf({ kind, namespace, name }: AuditTarget): string | undefined {
  const [space, own] = [encodeURIComponent(namespace), encodeURIComponent(name)];
  switch (kind) {
    case 'AdAccount':
      return `/accounts/${space}/${own}`;
    case 'ApiKey':
      return `/keys/${space}/${own}`;
    case 'AdJob':
      return `/jobs/${own}`;
    default:
      return undefined;
  }
}

function change({ before = {}, after = {} }: AuditRow): HtmlPart {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0) return undefined;
  const rows = names.map((name) => ({ name, before: valueText(before[name]), after: valueText(after[name]) }));
  return html`<details class="change"><summary>${names.join(', ')}</summary>${diff(rows)}</details>`;
}

function valueText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return clipped(typeof value === 'string' ? value : JSON.stringify(value), valueMax);
}

function outcomeCell(outcome: AuditOutcome): Html {
  const shown = badge(tones[outcome], audit.outcomes[outcome]);
  return outcome === 'started' ? html`<span title="${audit.startedHint}">${shown}</span>` : shown;
}
