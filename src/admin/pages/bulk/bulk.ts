import type { Answer } from '../../../http/answer.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { mayRun } from '../../../operations/actor.ts';
import { bulkActions, bulkOperations } from '../../bulk/bulk-action.ts';
import { mayRunBulk } from '../../bulk/bulk-record.ts';
import type { BulkRunner } from '../../bulk/bulk-runner.ts';
import type { BulkStore } from '../../bulk/bulk-store.ts';
import { draftBulk } from '../../bulk/draft-bulk.ts';
import { formOf, formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { hasFaults } from '../../forms/read-form.ts';
import { reasonOf, typedReason } from '../../forms/reason.ts';
import { readJobList } from '../../jobs/job-list.ts';
import type { JobRow } from '../../jobs/job-row.ts';
import { rowsSeenBy } from '../../jobs/job-filter.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import { seeOther } from '../../web/answers.ts';
import { notAllowedAnswer, problemPage } from '../../web/problem-page.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import { askPage } from './ask-page.ts';
import { bulkListPage } from './bulk-list.ts';
import { faultyPath, listPath, tooManyDrafts } from './selection.ts';

const { bulk: words } = texts;
const seenBy = { role: 'viewer', owner: true } as const;
const runBy = { role: 'operator', owner: true } as const;

type Deps = Pick<AdminDeps, 'table' | 'accounts' | 'publicUrl' | 'clock' | 'newFormId'> & {
  bulks: BulkStore;
  runner: Pick<BulkRunner, 'start'>;
};
type Request = HttpRequest<Viewer>;

/**
 * Actions on many jobs. The list sends the chosen jobs; a page states what will happen and asks; then the action runs in
 * the background, and the list shows its jobs and its progress.
 */
export function bulkRoutes(deps: Deps): AdminRoute[] {
  return [
    formRoute('/bulk', runBy, (request) => choose(request, deps)),
    pageRoute('/bulk', seenBy, async (request) => {
      const view = viewOf(request, request.caller, deps);
      return bulkListPage(view, await deps.bulks.newest(50, request.caller));
    }),
    pageRoute('/bulk/{id}', runBy, async (request) => {
      const view = viewOf(request, request.caller, deps);
      const draft = await deps.bulks.draft(idOf(request), request.caller);
      return draft === undefined ? unknownPage(view) : askPage(view, idOf(request), draft);
    }),
    formRoute('/bulk/{id}', runBy, (request) => begin(request, deps)),
    formRoute('/bulk/{id}/continue', runBy, (request) => resume(request, deps)),
  ];
}

async function choose(request: Request, deps: Deps): Promise<Answer> {
  const view = viewOf(request, request.caller, deps);
  const form = formOf(request);
  const action = bulkActions.find((one) => one === form.get('action'));
  if (action === undefined) return unknownPage(view);
  if (!mayRun(bulkOperations[action].right, request.caller.actor)) return notAllowedAnswer(view);
  const list = new URLSearchParams(form.get('list') ?? '');
  const rows = form.get('all') === 'true' ? await matching(list, request, deps) : chosen(form, request, deps);
  const back = listPath('/jobs', list);
  if (rows === undefined) return seeOther(view.to(faultyPath('/jobs', list)));
  const path = await draftBulk({ action, rows, back }, request.caller, deps);
  return path === undefined ? tooManyDrafts(view) : seeOther(view.to(path));
}

/** Returns the jobs that match a filter, or undefined if the filter has a fault, because more jobs would match then. */
async function matching(list: URLSearchParams, { caller }: Request, deps: Deps): Promise<JobRow[] | undefined> {
  const { rows, matches, faults } = await readJobList(list, caller, deps);
  return hasFaults(faults) ? undefined : rows.filter(matches).reverse();
}

/** Finds the chosen jobs in one pass over the rows, however many ids are unknown. */
function chosen(form: URLSearchParams, { caller }: Request, { table }: Deps): JobRow[] {
  const jobIds = new Set(form.getAll('job'));
  const byId = new Map<string, JobRow>();
  for (const row of table.rows()) {
    const isFirst = jobIds.has(row.jobId) && !byId.has(row.jobId);
    if (isFirst || (jobIds.has(row.jobId) && row.standing.hasFinalId)) byId.set(row.jobId, row);
  }
  const rows = [...jobIds].map((jobId) => byId.get(jobId)).filter((row) => row !== undefined);
  return rows.filter(rowsSeenBy(caller.actor));
}

async function begin(request: Request, deps: Deps): Promise<Answer> {
  const { caller } = request;
  const view = viewOf(request, caller, deps);
  const id = idOf(request);
  const draft = await deps.bulks.draft(id, caller);
  if (draft === undefined) return unknownPage(view);
  const { action, by, accounts, jobIds } = draft;
  if (!mayRunBulk(draft, caller)) return notAllowedAnswer(view);
  if (jobIds.length === 0) return seeOther(view.to(`/bulk/${id}`));
  const read = reasonOf(request.body);
  if (read.kind === 'wrong') return askPage(view, id, draft, typedReason(request.body, read.faults));
  const { reason = '' } = read.input;
  const bulk = {
    ...{ id, action, by, accounts, reason, count: jobIds.length, createdMs: view.now.getTime() },
    ...(caller.person.name !== undefined && { name: caller.person.name }),
  };
  // A form that is sent twice starts the same bulk action, which runs once.
  await deps.bulks.create(bulk, jobIds);
  return start(view, request, deps);
}

async function resume(request: Request, deps: Deps): Promise<Answer> {
  return start(viewOf(request, request.caller, deps), request, deps);
}

async function start(view: View, request: Request, { bulks, runner }: Deps): Promise<Answer> {
  const bulk = await bulks.find(idOf(request), request.caller);
  if (bulk === undefined) return unknownPage(view);
  const { jobIds, progress: _, state: __, ...stored } = bulk;
  if (!mayRunBulk(bulk, request.caller)) return notAllowedAnswer(view);
  await runner.start(stored, jobIds, { viewer: request.caller, viewerNow: request.callerNow });
  return seeOther(view.to('/jobs', { bulk: bulk.id }));
}

function idOf({ params }: Request): string {
  return params['id'] ?? '';
}

function unknownPage(view: View): Answer {
  return problemPage(view, { status: 404, ...words.unknown });
}
