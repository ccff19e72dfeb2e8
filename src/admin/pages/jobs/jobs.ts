import { actionsOf, type BulkAction } from '../../bulk/bulk-action.ts';
import type { BulkStore } from '../../bulk/bulk-store.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { hasFaults } from '../../forms/read-form.ts';
import { readJobList, type JobList } from '../../jobs/job-list.ts';
import { readPlace, rowPage, type RowPage } from '../../jobs/row-pages.ts';
import { texts } from '../../texts/texts.ts';
import { cursorPager } from '../../web/components/cursor-pager.ts';
import { hidden } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import { emptyState, link, linkButton, notice } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, url, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import { bulkPanel } from '../bulk/bulk-panel.ts';
import { unselectedNotice } from '../bulk/selection.ts';
import { jobFilterForm } from './filter-form.ts';
import { jobColumns } from './job-columns.ts';

const { jobList, shell, bulk: bulkTexts } = texts;

const pageSize = 50;

type Deps = Pick<AdminDeps, 'table' | 'accounts' | 'publicUrl' | 'clock'> & { bulks: BulkStore };

/** The list of all jobs, newest first. */
export function jobsRoutes(deps: Deps): AdminRoute[] {
  return [
    pageRoute('/jobs', { role: 'viewer', owner: true }, async (request) => {
      const view = viewOf(request, request.caller, deps);
      const list = await readJobList(request.query, request.caller, deps);
      const [olderThan, newerThan] = [readPlace(request.query.get('older')), readPlace(request.query.get('newer'))];
      const shown = rowPage(list.rows, {
        ...{ limit: pageSize, matches: list.matches },
        ...{ olderThan: olderThan.place, newerThan: newerThan.place },
      });
      const fault = olderThan.fault ?? newerThan.fault;
      const body = html`${fault === undefined ? undefined : notice('warning', jobList.faults[fault])}
        ${unselectedNotice(view, list.faults)} ${list.bulk === undefined ? undefined : bulkPanel(view, list.bulk)} ${jobFilterForm(view, list)}
        ${listForm(view, list, { shown, actions: actionsOf(request.caller.actor) })}
        ${cursorPager(view, shown)}`;
      // Jobs that appear while all of a page are selected must not join the selection.
      const topics = selectsPage(view) ? [] : ['jobs'];
      return page(view, { title: shell.titles.jobs, section: '/jobs', body, topics });
    }),
  ];
}

function listForm(view: View, list: JobList, { shown, actions }: { shown: RowPage; actions: BulkAction[] }): Html {
  const { rows, count } = shown;
  const isSelectable = actions.length > 0;
  const selection = isSelectable ? (selectsPage(view) ? 'all' : 'open') : 'none';
  const jobs = html`<p class="count">${jobList.count(number(view, count), count === 1)}</p>
    ${table({
      caption: shell.titles.jobs,
      columns: jobColumns(view, { waitOf: list.waitOf, selection }),
      rows,
      empty: emptyState(jobList.none, jobList.noneAdvice),
      rowId: ({ jobId }) => `job-${jobId}`,
    })}`;
  if (!isSelectable || rows.length === 0) return jobs;
  return html`<form class="selection" action="${url(view.to('/bulk'))}" method="post">
    ${hidden({ list: view.query.toString() })}
    ${actionButtons(view, list, { count, actions })} ${jobs}
  </form>`;
}

/** Buttons for the selected jobs. If the filter has a fault, all that match cannot be selected. */
function actionButtons(
  view: View,
  { faults }: JobList,
  { count, actions }: { count: number; actions: readonly BulkAction[] },
): Html {
  const all = html`<label
    ><input type="checkbox" name="all" value="true" /> ${jobList.all(number(view, count), count === 1)}</label
  >`;
  return html`<fieldset class="actions">
    <legend class="hidden">${jobList.chosen}</legend>
    ${selectLink(view)} ${hasFaults(faults) ? undefined : all}
    ${actions.map(
      (action) =>
        html`<button type="submit" name="action" value="${action}" class="${action === 'erase' ? 'danger' : ''}">
          ${bulkTexts.actions[action]}
        </button>`,
    )}
    ${link(view, '/bulk', bulkTexts.title)}
  </fieldset>`;
}

const selectField = 'select';

function selectsPage({ query }: View): boolean {
  return query.get(selectField) === 'page';
}

/** Link to the same list with all of its check boxes checked, or with none. */
function selectLink(view: View): Html {
  const isAll = selectsPage(view);
  const query = { ...Object.fromEntries(view.query), [selectField]: isAll ? undefined : 'page' };
  const text = isAll ? jobList.selectNone : jobList.selectPage;
  return linkButton(view, '/jobs', text, { query });
}
