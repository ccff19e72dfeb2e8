import type { Part } from '../../../observability/readiness.ts';
import type { LimitedKey, Overview } from '../../jobs/overview-data.ts';
import { texts } from '../../texts/texts.ts';
import { number } from '../../web/components/formats.ts';
import { badge, type Tone } from '../../web/components/parts.ts';
import { html, url, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { jobList, overview } = texts;

/** Entries of one kind that are shown. The page to which an entry leads shows the others. */
const entriesMax = 5;

type Counted = 'waiting' | 'failures' | 'overdueCallbacks' | 'failedCallbacks' | 'lowAccounts';

export interface Concerns extends Pick<Overview, Counted> {
  limitedKeys: readonly LimitedKey[];
  /** Parts of the service that do not work as they should. */
  faultyParts: readonly Part[];
}

interface Item {
  tone: Tone;
  tag: string;
  text: HtmlPart;
  address: string;
  /** Text of the link to the address. */
  link: string;
}

/** List of the things that need attention, the most urgent first. */
export function attentionList(view: View, concerns: Concerns): Html {
  const items = [
    ...faultyParts(view, concerns),
    ...failures(view, concerns),
    ...failedCallbacks(view, concerns),
    ...overdueCallbacks(view, concerns),
    ...limitedKeys(view, concerns),
    ...lowAccounts(view, concerns),
    ...waitingJobs(view, concerns),
  ];
  if (items.length === 0) return html`<p>${badge('good', overview.calm)}</p>`;
  return html`<ul class="todo">
    ${items.map(
      ({ tone, tag, text, address, link }) =>
        html`<li>${badge(tone, tag)}<span>${text}</span><a href="${url(address)}">${link}</a></li>`,
    )}
  </ul>`;
}

function faultyParts(view: View, { faultyParts: parts }: Concerns): Item[] {
  return parts.map(({ name, detail = '', state }) => ({
    ...{ tone: state === 'failed' ? 'bad' : 'warning', tag: overview.tags.health },
    text: html`${overview.unhealthy(name)} <span class="soft">${detail}</span>`,
    ...{ address: view.to('/health'), link: overview.view.health },
  }));
}

function failures(view: View, { failures: byCode }: Concerns): Item[] {
  const most = [...byCode].toSorted(([, one], [, other]) => other.count - one.count).slice(0, entriesMax);
  return most.map(([code, { count, firstCreatedSeconds }]) => ({
    ...{ tone: 'bad', tag: overview.tags.failed, text: overview.failed(count, number(view, count), code) },
    address: view.to('/jobs', { phase: 'FAILED', code, from: minuteText(firstCreatedSeconds) }),
    link: overview.view.failed(count, number(view, count)),
  }));
}

function failedCallbacks(view: View, { failedCallbacks: count }: Concerns): Item[] {
  if (count === 0) return [];
  const text = number(view, count);
  const address = view.to('/deliveries', { state: 'failed', from: dayAgo(view) });
  return [
    {
      ...{ tone: 'bad', tag: overview.tags.callbacks, text: overview.gaveUp(count, text), address },
      link: overview.view.callbacks(count, text),
    },
  ];
}

function overdueCallbacks(view: View, { overdueCallbacks: count }: Concerns): Item[] {
  if (count === 0) return [];
  const text = number(view, count);
  return [
    {
      ...{ tone: 'warning', tag: overview.tags.callbacks, text: overview.overdue(count, text) },
      ...{ address: view.to('/deliveries', { state: 'overdue' }), link: overview.view.callbacks(count, text) },
    },
  ];
}

function limitedKeys(view: View, { limitedKeys: keys }: Concerns): Item[] {
  return keys.slice(0, entriesMax).map(({ namespace, name, used, limit }) => ({
    ...{ tone: 'warning', tag: overview.tags.limit },
    text: overview.atLimit(name, number(view, used), number(view, limit)),
    ...{ address: view.to(`/keys/${namespace}/${name}`), link: overview.view.key },
  }));
}

function lowAccounts(view: View, { lowAccounts: accounts }: Concerns): Item[] {
  return accounts.slice(0, entriesMax).map(({ namespace, name, available }) => ({
    ...{ tone: available <= 0 ? 'bad' : 'warning', tag: overview.tags.credits },
    text: overview.lowCredits(name, number(view, available)),
    ...{ address: view.to(`/accounts/${namespace}/${name}`), link: overview.view.account },
  }));
}

/** Jobs that wait for a slot or a retry are ordinary; the list says so with a quiet mark. */
function waitingJobs(view: View, { waiting }: Concerns): Item[] {
  const most = [...waiting].toSorted(([, one], [, other]) => other - one);
  return most.map(([cause, count]) => ({
    ...{ tone: 'neutral', tag: overview.tags.waiting },
    text: overview.waiting(count, number(view, count), jobList.waits[cause]),
    address: view.to('/jobs', { waits: cause }),
    link: overview.view.waiting(count, number(view, count)),
  }));
}

/** Start of the last 24 hours, as the filters of lists take it. */
export function dayAgo({ now }: View): string {
  return minuteText(now.getTime() / 1_000 - 86_400);
}

/** A minute in UTC, as the filters of lists take it. */
function minuteText(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 16);
}
