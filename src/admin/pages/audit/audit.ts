import { AuditLogUnavailable, type AuditPage, type AuditRow } from '../../../audit-log/port.ts';
import type { Answer } from '../../../http/answer.ts';
import { decodeCursor, encodeCursor } from '../../../http/cursor.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { hasFaults } from '../../forms/read-form.ts';
import { sessionSignal } from '../../session-signal.ts';
import { recorded } from '../../sign-in/recorded.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import { filterForm, filterInputs } from '../../web/components/filter.ts';
import { number, time } from '../../web/components/formats.ts';
import { pager } from '../../web/components/pager.ts';
import { emptyState, notice } from '../../web/components/parts.ts';
import { html, url, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { problemPage } from '../../web/problem-page.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import { exportOf, isFormat, type Format } from './audit-export.ts';
import { readAuditFilter, rowFor, seenBy } from './audit-filter.ts';
import { auditTable } from './audit-table.ts';

type Deps = Pick<AdminDeps, 'auditLog' | 'publicUrl' | 'clock' | 'stopping'>;
type Read = ReturnType<typeof readAuditFilter>;

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
  const { query, caller } = request;
  const view = viewOf(request, caller, deps);
  const read = readAuditFilter(query);
  const text = query.get('cursor') ?? '';
  const cursor = decodeCursor(cursorScope, text);
  const asked = { limit: rowsPerPage, cursor, signal: request.gone() };
  const found = await deps.auditLog.page({ ...read.filter, ...seenBy(caller) }, asked);
  const rows = found.rows.map((row) => rowFor(caller, row));
  const lost = text !== '' && cursor === undefined ? notice('warning', audit.wrongPlace) : undefined;
  const body = html`${lost}${auditFilter(view, read)}${rowsOf(view, read, { ...found, rows })}`;
  return page(view, { title: shell.titles.audit, section: path, body, actions: exports(view, read) });
}

function rowsOf(view: View, { given }: Read, { rows, cursor, searchedTo }: AuditPage): Html {
  const isFiltered = Object.keys(given).length > 0;
  const advice = cursor === undefined ? (isFiltered ? audit.noneFound : audit.noneYet) : audit.noneSoFar;
  const next = cursor === undefined ? undefined : { cursor: encodeCursor(cursorScope, cursor) };
  const count = audit.rows(number(view, rows.length));
  const table = auditTable(view, rows, emptyState(audit.none, advice));
  if (searchedTo === undefined || next === undefined) return html`${table} ${pager(view, { shown: count, next })}`;
  const on = html`<a rel="next" href="${url(view.to(path, { ...given, ...next }))}">${audit.searchOn}</a>`;
  return html`${table} ${pager(view, { shown: html`${count}. ${audit.searchedTo} ${time(view, searchedTo)}. ${on}` })}`;
}

function auditFilter(view: View, read: Read): Html {
  const { actorHint, actionHint, targetHint } = audit.filter;
  const inputs = filterInputs(audit.filter, read, [
    { name: 'actor', hint: actorHint },
    { name: 'action', hint: actionHint },
    { name: 'target', hint: targetHint },
    { name: 'from', type: 'datetime-local' },
    { name: 'to', type: 'datetime-local' },
  ]);
  return filterForm(view, path, inputs);
}

/** Links to files with the rows of the filter, without its broken values. */
function exports(view: View, { given, faults }: Read): Html {
  const applied = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(faults, name)));
  const to = (format: string, text: string): Html =>
    html`<a class="button" href="${url(view.to(exportPath, { ...applied, format }))}" download>${text}</a>`;
  return html`${to('csv', audit.csv)} ${to('jsonl', audit.jsonl)}`;
}

/** A file cannot show faults beside its rows, so an export with a broken filter is refused. */
async function download(request: HttpRequest<Viewer>, deps: Deps): Promise<Answer> {
  const view = viewOf(request, request.caller, deps);
  const refused = (text: string) => problemPage(view, { status: 400, title: shell.titles.audit, text });
  const read = readAuditFilter(request.query);
  if (hasFaults(read.faults)) return refused(audit.wrongFilter);
  const format = request.query.get('format') ?? 'csv';
  if (!isFormat(format)) return refused(audit.format);
  const answer = await recordedExport(request, read, { format, deps });
  return answer ?? problemPage(view, { status: 503, ...audit.exportNotRecorded });
}

/** Records the export in the audit log, then begins it. Returns undefined if it could not be recorded. */
function recordedExport(
  request: HttpRequest<Viewer>,
  { filter, given }: Read,
  { format, deps }: { format: Format; deps: Deps },
): Promise<Answer | undefined> {
  const { caller } = request;
  const row = { action: 'audit_log.export', actor: caller.person, source: caller.source, after: { format, ...given } };
  const open = () => sessionSignal(request, deps);
  const rows = seenRows(deps.auditLog.all({ ...filter, ...seenBy(caller) }), caller);
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
