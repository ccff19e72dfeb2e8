import { AuditLogUnavailable, type AuditPage, type AuditRow } from '../../../audit-log/port.ts';
import type { Answer } from '../../../http/answer.ts';
import { decodeCursor, encodeCursor } from '../../../http/cursor.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { sessionSignal } from '../../session-signal.ts';
import { recorded } from '../../sign-in/recorded.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import { field, form } from '../../web/components/form.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { number, time } from '../../web/components/formats.ts';
import { pager } from '../../web/components/pager.ts';
import { emptyState, notice } from '../../web/components/parts.ts';
import { html, url, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { problemPage } from '../../web/problem-page.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import { exportOf, isFormat, type Format } from './audit-export.ts';
import { filterNames, filterOf, rowFor, type FilterName } from './audit-filter.ts';
import { auditTable } from './audit-table.ts';

type Deps = Pick<AdminDeps, 'auditLog' | 'publicUrl' | 'clock' | 'stopping'>;
type Given = ReturnType<typeof filterOf>;

const { audit, shell } = texts;
const right = { role: 'viewer', owner: true } as const;
const path = '/audit';
const exportPath = `${path}/export`;
const rowsPerPage = 50;
const cursorScope = 'audit-log';

/** The audit log as a list with a filter, and as a file. */
export function auditRoutes(deps: Deps): AdminRoute[] {
  return [
    pageRoute(path, right, (request) => unlessUnavailable(request, deps, () => list(request, deps))),
    pageRoute(exportPath, right, (request) => unlessUnavailable(request, deps, () => download(request, deps))),
  ];
}

async function list(request: HttpRequest<Viewer>, deps: Deps): Promise<Answer> {
  const view = viewOf(request, request.caller, deps);
  const given = filterOf(request.query, request.caller);
  if (Object.keys(given.faults).length > 0) return wrongFilter(view, given);
  const text = request.query.get('cursor') ?? '';
  const cursor = decodeCursor(cursorScope, text);
  const found = await deps.auditLog.page(given.filter, { limit: rowsPerPage, cursor, signal: request.gone() });
  const isLost = text !== '' && cursor === undefined;
  const lost = isLost ? notice('warning', audit.wrongPlace) : undefined;
  const rows = found.rows.map((row) => rowFor(request.caller, row));
  const body = html`${lost}${filterForm(view, given)}${rowsOf(view, given, { ...found, rows })}`;
  return page(view, { title: shell.titles.audit, section: path, body, actions: exports(view, given) });
}

function rowsOf(view: View, { given }: Given, { rows, cursor, searchedTo }: AuditPage): Html {
  const isFiltered = Object.keys(given).length > 0;
  const advice = cursor === undefined ? (isFiltered ? audit.noneFound : audit.noneYet) : audit.noneSoFar;
  const next = cursor === undefined ? undefined : { cursor: encodeCursor(cursorScope, cursor) };
  const count = audit.rows(number(view, rows.length));
  const table = auditTable(view, rows, emptyState(audit.none, advice));
  if (searchedTo === undefined || next === undefined) return html`${table} ${pager(view, { shown: count, next })}`;
  const on = html`<a rel="next" href="${url(view.to(path, { ...given, ...next }))}">${audit.searchOn}</a>`;
  return html`${table} ${pager(view, { shown: html`${count}. ${audit.searchedTo} ${time(view, searchedTo)}. ${on}` })}`;
}

function wrongFilter(view: View, given: Given): Answer {
  const faults = html`${notice('bad', audit.wrongFilter)}${formFaults(given.faults)}`;
  const body = html`${faults}${filterForm(view, given)}`;
  return page(view, { title: shell.titles.audit, section: path, body, status: 400 });
}

function filterForm(view: View, { given, faults }: Given): Html {
  const { filter } = audit;
  const hints: Partial<Record<FilterName, string>> = {
    ...{ actor: filter.actorHint, action: filter.actionHint, target: filter.targetHint },
  };
  const fields = filterNames.map((name) => {
    const [value, error, hint] = [given[name] ?? '', faults[name], hints[name]];
    const isTime = (name === 'from' || name === 'to') && /^$|^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value);
    // A browser would drop a wrong value of a field for times, so such a value is shown as text.
    const type = isTime && error === undefined ? 'datetime-local' : 'text';
    return field({ name, label: filter[name], value, type, error, ...(hint !== undefined && { hint }) });
  });
  const reset = html`<a class="button" href="${url(view.to(path))}">${filter.reset}</a>`;
  return form(view, { action: path, method: 'get', fields, submit: filter.apply, beside: reset });
}

function exports(view: View, { given }: Given): Html {
  const to = (format: string, text: string): Html =>
    html`<a class="button" href="${url(view.to(exportPath, { ...given, format }))}" download>${text}</a>`;
  return html`${to('csv', audit.csv)} ${to('jsonl', audit.jsonl)}`;
}

async function download(request: HttpRequest<Viewer>, deps: Deps): Promise<Answer> {
  const view = viewOf(request, request.caller, deps);
  const given = filterOf(request.query, request.caller);
  if (Object.keys(given.faults).length > 0) return wrongFilter(view, given);
  const format = request.query.get('format') ?? 'csv';
  if (!isFormat(format)) return problemPage(view, { status: 400, title: shell.titles.audit, text: audit.format });
  const answer = await recordedExport(request, given, { format, deps });
  return answer ?? problemPage(view, { status: 503, ...audit.exportNotRecorded });
}

/** Records the export in the audit log, then begins it. Returns undefined if it could not be recorded. */
function recordedExport(
  request: HttpRequest<Viewer>,
  { filter, given }: Given,
  { format, deps }: { format: Format; deps: Deps },
): Promise<Answer | undefined> {
  const { caller } = request;
  const row = { action: 'audit_log.export', actor: caller.person, source: caller.source, after: { format, ...given } };
  const open = () => sessionSignal(request, deps);
  const rows = seenRows(deps.auditLog.all(filter), caller);
  return recorded(deps, row, () => exportOf(rows, { format, now: deps.clock.now(), open }));
}

async function* seenRows(rows: AsyncIterable<AuditRow>, viewer: Viewer): AsyncGenerator<AuditRow> {
  for await (const row of rows) yield rowFor(viewer, row);
}

async function unlessUnavailable(
  request: HttpRequest<Viewer>,
  deps: Deps,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AuditLogUnavailable)) throw error;
    return problemPage(viewOf(request, request.caller, deps), { status: 503, ...audit.unavailable });
  }
}
