import type { Answer } from '../../../http/answer.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { mayRun } from '../../../operations/actor.ts';
import { replayCallback } from '../../../operations/jobs/replay-callback.ts';
import type { BulkStore } from '../../bulk/bulk-store.ts';
import { draftBulk } from '../../bulk/draft-bulk.ts';
import { formRoute, pageRoute, type AdminRoute, type FormRequest } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { hasFaults } from '../../forms/read-form.ts';
import { deliveryMatcher, hasFailed, readDeliveryFilter, stateFilters } from '../../jobs/delivery-filter.ts';
import { rowsSeenBy } from '../../jobs/job-filter.ts';
import type { JobRow } from '../../jobs/job-row.ts';
import { runOperation } from '../../run-operation.ts';
import { readPlace, rowPage } from '../../jobs/row-pages.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import { seeOther } from '../../web/answers.ts';
import { cursorPager } from '../../web/components/cursor-pager.ts';
import { filterForm, filterInputs } from '../../web/components/filter.ts';
import { buttonForm } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import { emptyState, notice } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import { problemPage } from '../../web/problem-page.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import { faultyPath, listPath, tooManyDrafts, unselectedNotice } from '../bulk/selection.ts';
import { isStopped, stoppedPage, type StepUpDeps } from '../stopped-page.ts';
import { deliveryColumns } from './delivery-columns.ts';

const { deliveryList: words, jobList, shell } = texts;
const { failures } = texts.bulk;
const pageSize = 50;

type Deps = Pick<AdminDeps, 'table' | 'newFormId' | 'store' | 'jobs' | 'archive' | 'auditLog'> &
  StepUpDeps & { bulks: Pick<BulkStore, 'putDraft'> };
type Request = HttpRequest<Viewer>;

/** The callbacks of all finished jobs, newest job first. */
export function deliveriesRoutes(deps: Deps): AdminRoute[] {
  return [
    pageRoute('/deliveries', { role: 'viewer', owner: true }, (request) => listPage(request, deps)),
    formRoute('/deliveries/replay', replayCallback.right, (request) => replayFailed(request, deps)),
    formRoute('/deliveries/{id}/replay', replayCallback.right, (request) => replayOne(request, deps)),
  ];
}

function listPage(request: Request, deps: Deps): Answer {
  const { query, caller } = request;
  const view = viewOf(request, caller, deps);
  const read = readDeliveryFilter(query);
  const [olderThan, newerThan] = [readPlace(query.get('older')), readPlace(query.get('newer'))];
  const shown = rowPage(deps.table.rows(), {
    ...{ limit: pageSize, matches: seenMatcher(query, caller, view.now) },
    ...{ olderThan: olderThan.place, newerThan: newerThan.place },
  });
  const fault = olderThan.fault ?? newerThan.fault;
  const mayReplay = mayRun(replayCallback.right, caller.actor);
  const body = html`${fault === undefined ? undefined : notice('warning', jobList.faults[fault])}
    ${query.get('replayed') === null ? undefined : notice('good', words.replayed)}
    ${unselectedNotice(view, read.faults)} ${deliveryForm(view, read)}
    <p class="count">${words.count(number(view, shown.count), shown.count === 1)}</p>
    ${table({
      caption: shell.titles.deliveries,
      columns: deliveryColumns(view, mayReplay),
      rows: shown.rows,
      empty: emptyState(words.none, words.noneAdvice),
      rowId: ({ jobId }) => `job-${jobId}`,
    })}
    ${cursorPager(view, shown)}
    ${mayReplay && shown.count > 0 && !hasFaults(read.faults) ? replayForm(view) : undefined}`;
  return page(view, { title: shell.titles.deliveries, section: '/deliveries', body, topics: ['jobs'] });
}

function seenMatcher(query: URLSearchParams, { actor }: Viewer, now: Date): (row: JobRow) => boolean {
  const matches = deliveryMatcher(readDeliveryFilter(query).filter, now);
  const isSeen = rowsSeenBy(actor);
  return (row) => isSeen(row) && matches(row);
}

function deliveryForm(view: View, read: ReturnType<typeof readDeliveryFilter>): Html {
  const states = { ...texts.states.deliveries, failed: words.failed, overdue: words.overdue };
  const inputs = filterInputs(words.fields, read, [
    { name: 'state', options: stateFilters.map((value) => ({ value, label: states[value] })) },
    ...[{ name: 'account' as const }, { name: 'host' as const }],
    ...[
      { name: 'from' as const, type: 'datetime-local' as const },
      { name: 'text' as const, type: 'search' as const },
    ],
  ]);
  return filterForm(view, '/deliveries', inputs);
}

function replayForm(view: View): Html {
  const values = { list: view.query.toString() };
  return html`<p class="hint">${words.replayFailedHint}</p>
    ${buttonForm(view, { action: '/deliveries/replay', values, submit: words.replayFailed })}`;
}

/** Sends the callbacks that match the filter and have failed again, as a bulk action that the person confirms first. */
async function replayFailed(request: FormRequest, deps: Deps): Promise<Answer> {
  const { caller } = request;
  const view = viewOf(request, caller, deps);
  const list = listOf(request);
  if (hasFaults(readDeliveryFilter(list).faults)) return seeOther(view.to(faultyPath('/deliveries', list)));
  const matches = seenMatcher(list, caller, view.now);
  const failed = deps.table
    .rows()
    .filter((row) => hasFailed(row.delivery) && matches(row))
    .reverse();
  const back = listPath('/deliveries', list);
  const path = await draftBulk({ action: 'replay', rows: failed, back }, caller, deps);
  return path === undefined ? tooManyDrafts(view) : seeOther(view.to(path));
}

async function replayOne(request: FormRequest, deps: Deps): Promise<Answer> {
  const { caller, params } = request;
  const view = viewOf(request, caller, deps);
  const outcome = await runOperation(replayCallback, { jobId: params['id'] ?? '' }, { deps, viewer: caller });
  const list = Object.fromEntries(listOf(request));
  if (isStopped(outcome)) return stoppedPage(request, outcome, deps);
  if (outcome.kind === 'done') return seeOther(view.to('/deliveries', { ...list, replayed: 'true' }));
  const [status, reason] = outcome.kind === 'refused' ? ([409, outcome.code] as const) : ([429, 'limited'] as const);
  return problemPage(view, { status, title: words.notReplayed, text: failures[reason] });
}

/** Returns the query of the list from which a form was sent. */
function listOf({ form }: FormRequest): URLSearchParams {
  return new URLSearchParams(form.get('list') ?? '');
}
