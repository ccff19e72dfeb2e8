import type { Answer } from '../../../http/answer.ts';
import { bulkJobsMax, skipReasons } from '../../bulk/bulk-action.ts';
import type { Draft } from '../../bulk/bulk-record.ts';
import { reasonField, type TypedReason } from '../../forms/reason.ts';
import { texts } from '../../texts/texts.ts';
import { confirmPage, notPossiblePage } from '../../web/components/confirm.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { number } from '../../web/components/formats.ts';
import { notice } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { bulk: words } = texts;

/** Page that states what a bulk action will do, with the number of its jobs, and asks for a confirmation. */
export function askPage(view: View, id: string, draft: Draft, typed?: TypedReason): Answer {
  const { action, jobIds, back } = draft;
  const title = words.asks[action](number(view, jobIds.length), jobIds.length === 1);
  const isEmpty = jobIds.length === 0;
  const about = { title, section: '/jobs', parent: { path: back, title: texts.shell.titles.jobs }, back };
  const text = isEmpty ? notice('warning', nothingText(draft)) : html`<p>${words.consequences[action]}</p>`;
  const asked = { ...about, consequence: html`${text} ${leftOut(view, draft)}` };
  if (isEmpty) return notPossiblePage(view, asked);
  const fields = reasonField({ label: words.reason, hint: words.reasonHint }, typed);
  return confirmPage(view, {
    ...{ ...asked, action: `/bulk/${id}`, submit: words.actions[action], isDangerous: action !== 'replay' },
    ...{ fields, faults: formFaults(typed?.faults ?? {}), keep: words.back },
  });
}

function nothingText({ skipped }: Draft): string {
  return Object.keys(skipped).length === 0 ? words.nothingChosen : words.nothing;
}

function leftOut(view: View, { skipped, excess }: Draft): Html {
  const lines = skipReasons.flatMap((reason) => {
    const count = skipped[reason];
    return count === undefined ? [] : [words.skipped[reason](number(view, count))];
  });
  const more = excess > 0 ? [words.excess(number(view, bulkJobsMax), number(view, excess))] : [];
  return html`${[...lines, ...more].map((line) => html`<p>${line}</p>`)}`;
}
