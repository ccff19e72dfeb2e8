import type { Answer } from '../../../http/answer.ts';
import { bulkJobsMax, skipReasons } from '../../bulk/bulk-action.ts';
import type { Draft } from '../../bulk/bulk-store.ts';
import { texts } from '../../texts/texts.ts';
import { field, form } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import { notice } from '../../web/components/parts.ts';
import { html, url, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';

const { bulk: words } = texts;

/** Page that states what a bulk action will do, with the number of its jobs, and asks for a confirmation. */
export function askPage(view: View, id: string, draft: Draft): Answer {
  const { action, jobIds, back } = draft;
  const title = words.asks[action](number(view, jobIds.length), jobIds.length === 1);
  const body = html`${jobIds.length === 0 ? notice('warning', nothingText(draft)) : html`<p>${words.consequences[action]}</p>`}
    ${leftOut(view, draft)} ${jobIds.length === 0 ? undefined : confirmation(view, id, draft)}
    <p><a href="${url(view.to(back))}">${words.back}</a></p>`;
  return page(view, { title, section: '/jobs', body });
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

function confirmation(view: View, id: string, { action }: Draft): Html {
  return form(view, {
    action: `/bulk/${id}`,
    fields: field({ name: 'reason', label: words.reason, hint: words.reasonHint }),
    submit: words.actions[action],
    isDangerous: action !== 'replay',
  });
}
