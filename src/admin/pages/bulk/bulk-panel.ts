import { mayRunBulk, type SeenBulk } from '../../bulk/bulk-record.ts';
import { texts } from '../../texts/texts.ts';
import { form } from '../../web/components/form.ts';
import { number, time } from '../../web/components/formats.ts';
import { badge, link, notice, section, type Tone } from '../../web/components/parts.ts';
import { table } from '../../web/components/table.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { bulk: words } = texts;

export const bulkTones: Record<SeenBulk['state'], Tone> = { running: 'busy', finished: 'good', interrupted: 'warning' };

interface Failure {
  reason: string;
  jobIds: string[];
}

/** Section about the progress of a bulk action, with its failures by reason. */
export function bulkPanel(view: View, bulk: SeenBulk): Html {
  const { action, count, state, progress, name, by, reason, createdMs } = bulk;
  const outcomes = Object.values(progress.outcomes);
  const done = outcomes.filter((outcome) => outcome === 'done').length;
  const [ended, succeeded, failed] = [outcomes.length, done, outcomes.length - done].map((one) => number(view, one));
  const body = html`<p>
      ${badge(bulkTones[state], words.states[state])} ${words.progress(ended ?? '', number(view, count))}:
      ${words.succeeded(succeeded ?? '')}, ${words.failed(failed ?? '')}.
    </p>
    <progress aria-label="${words.columns.progress}" value="${outcomes.length}" max="${Math.max(1, count)}"></progress>
    <p>${words.startedBy(name ?? by.subject)}, ${time(view, new Date(createdMs).toISOString())}. ${reason}</p>
    ${state === 'interrupted' ? interrupted(view, bulk) : undefined} ${failureTable(view, failuresOf(bulk))}`;
  return section(words.actions[action], body, 'bulk');
}

function interrupted(view: View, bulk: SeenBulk): Html {
  const { viewer } = view;
  const why = bulk.progress.isRightLost === true ? words.rightLost : words.processEnded;
  const mayContinue = viewer !== undefined && mayRunBulk(bulk, viewer);
  return html`${notice('warning', `${why} ${words.untouched}`)}
  ${mayContinue ? form(view, { action: `/bulk/${bulk.id}/continue`, submit: words.continue }) : undefined}`;
}

function failuresOf({ progress }: SeenBulk): Failure[] {
  const failed = Object.entries(progress.outcomes).filter(([, outcome]) => outcome !== 'done');
  const byReason = Map.groupBy(failed, ([, outcome]) => outcome);
  return [...byReason].map(([reason, jobs]) => ({ reason, jobIds: jobs.map(([jobId]) => jobId) }));
}

function failureTable(view: View, failures: readonly Failure[]): Html {
  return table({
    caption: words.failureReason,
    columns: [
      { title: words.failureReason, cell: ({ reason }) => failureText(reason) },
      { title: words.failureJobs, cell: ({ jobIds }) => jobLinks(view, jobIds) },
    ],
    rows: failures,
    empty: html``,
  });
}

function failureText(reason: string): string {
  const known: Readonly<Record<string, string>> = words.failures;
  return known[reason] ?? reason;
}

function jobLinks(view: View, jobIds: readonly string[]): Html {
  return html`<details>
    <summary>${texts.jobList.count(number(view, jobIds.length), jobIds.length === 1)}</summary>
    <ul>
      ${jobIds.map((jobId) => html`<li>${link(view, `/jobs/${encodeURIComponent(jobId)}`, jobId)}</li>`)}
    </ul>
  </details>`;
}
