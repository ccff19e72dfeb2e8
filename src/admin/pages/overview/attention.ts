import type { Part } from '../../../observability/readiness.ts';
import type { LimitedKey, Overview } from '../../jobs/overview-data.ts';
import { texts } from '../../texts/texts.ts';
import { number } from '../../web/components/formats.ts';
import { badge, type Tone } from '../../web/components/parts.ts';
import { html, url, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { overview } = texts;

/** Entries of one kind that are shown. The page to which an entry leads shows the others. */
const entriesMax = 5;

export interface Concerns extends Pick<Overview, 'waiting' | 'failures' | 'overdueCallbacks' | 'lowAccounts'> {
  limitedKeys: readonly LimitedKey[];
  /** Parts of the service that do not work as they should. */
  faultyParts: readonly Part[];
}

interface Item {
  tone: Tone;
  tag: string;
  text: HtmlPart;
  address: string;
}

/** What a person should look at, the most urgent first. */
export function attentionList(view: View, concerns: Concerns): Html {
  const items = [
    ...faultyParts(view, concerns),
    ...failures(view, concerns),
    ...overdueCallbacks(view, concerns),
    ...limitedKeys(view, concerns),
    ...lowAccounts(view, concerns),
    ...waitingJobs(view, concerns),
  ];
  if (items.length === 0) return html`<p>${badge('good', overview.calm)}</p>`;
  return html`<ul class="todo">
    ${items.map(
      ({ tone, tag, text, address }) =>
        html`<li>${badge(tone, tag)}<span>${text}</span><a href="${url(address)}">${overview.open}</a></li>`,
    )}
  </ul>`;
}

function faultyParts(view: View, { faultyParts: parts }: Concerns): Item[] {
  return parts.map(({ name, detail = '', state }) => ({
    ...{ tone: state === 'failed' ? 'bad' : 'warning', tag: overview.tags.health },
    text: html`${overview.unhealthy(name)} <span class="soft">${detail}</span>`,
    address: view.to('/health'),
  }));
}

function failures(view: View, { failures: byCode }: Concerns): Item[] {
  const most = [...byCode].toSorted(([, one], [, other]) => other - one).slice(0, entriesMax);
  return most.map(([code, count]) => ({
    ...{ tone: 'bad', tag: overview.tags.failed, text: overview.failed(count, number(view, count), code) },
    address: view.to('/jobs', { phase: 'FAILED', code }),
  }));
}

function overdueCallbacks(view: View, { overdueCallbacks: count }: Concerns): Item[] {
  if (count === 0) return [];
  const text = overview.overdue(count, number(view, count));
  return [
    { tone: 'warning', tag: overview.tags.callbacks, text, address: view.to('/deliveries', { state: 'overdue' }) },
  ];
}

function limitedKeys(view: View, { limitedKeys: keys }: Concerns): Item[] {
  return keys.slice(0, entriesMax).map(({ namespace, name, used, limit }) => ({
    ...{ tone: 'warning', tag: overview.tags.limit },
    text: overview.atLimit(name, number(view, used), number(view, limit)),
    address: view.to(`/keys/${namespace}/${name}`),
  }));
}

function lowAccounts(view: View, { lowAccounts: accounts }: Concerns): Item[] {
  return accounts.slice(0, entriesMax).map(({ namespace, name, available }) => ({
    ...{ tone: available <= 0 ? 'bad' : 'warning', tag: overview.tags.credits },
    text: overview.lowCredits(name, number(view, available)),
    address: view.to(`/accounts/${namespace}/${name}`),
  }));
}

/** Jobs that wait for a slot or a retry are ordinary; the list says so with a quiet mark. */
function waitingJobs(view: View, { waiting }: Concerns): Item[] {
  const most = [...waiting].toSorted(([, one], [, other]) => other - one);
  return most.map(([cause, count]) => ({
    ...{ tone: 'neutral', tag: overview.tags.waiting },
    text: overview.waiting(count, number(view, count), overview.causes[cause]),
    address: view.to('/jobs', { waits: cause }),
  }));
}
