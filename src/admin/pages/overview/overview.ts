import { keyText } from '../../../objects/object-key.ts';
import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { texts } from '../../texts/texts.ts';
import { barChart, lineChart } from '../../web/components/charts.ts';
import { statTile, tiles } from '../../web/components/figures.ts';
import { duration, number, time } from '../../web/components/formats.ts';
import { badge, columns, emptyState, pictureGrid, section, type Tone } from '../../web/components/parts.ts';
import { html, url, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import type { Viewer } from '../../viewer.ts';
import { firstSteps } from './first-steps.ts';
import { clientsOverview } from './clients-overview.ts';
import type { Attention, Hour, JobsOverview, OverviewData } from './overview-data.ts';

const { overview, shell } = texts;
type Deps = Parameters<typeof clientsOverview>[0] & Pick<AdminDeps, 'publicUrl'>;

/** Width in pixels in which pictures are loaded. */
const pictureWidth = 240;

/** The page that opens first. `jobsOf` returns what a person may know of jobs. */
export function overviewRoutes(deps: Deps, jobsOf: (viewer: Viewer) => JobsOverview): AdminRoute[] {
  const overviewOf = async (viewer: Viewer): Promise<OverviewData> => {
    const [clients, jobs] = [await clientsOverview(deps, viewer.actor), jobsOf(viewer)];
    return { ...clients, ...jobs, attention: [...clients.attention, ...jobs.attention].toSorted(byUrgency) };
  };
  return [
    pageRoute('/', { role: 'viewer', owner: true }, async (request) => {
      const view = viewOf(request, request.caller, deps);
      const data = await overviewOf(request.caller);
      const isNew = !data.hasJobs;
      return page(view, {
        ...{ title: shell.titles.overview, section: '/', topics: ['jobs', 'accounts', 'keys'] },
        lead: isNew ? overview.welcome : overview.lead,
        body: isNew ? html`${firstSteps(view, data)}${attentionIfAny(view, data)}` : dayBody(view, data),
      });
    }),
  ];
}

const urgency: readonly Attention['kind'][] = [
  ...(['unhealthy', 'failed', 'waiting', 'overdue-callbacks', 'at-limit', 'low-credits'] as const),
];

function byUrgency(one: Attention, other: Attention): number {
  return urgency.indexOf(one.kind) - urgency.indexOf(other.kind);
}

function dayBody(view: View, data: OverviewData): Html {
  return html`
    ${section(overview.attention, attentionList(view, data.attention))} ${numbers(view, data)}
    ${section(overview.lastDay, charts(view, data.hours))} ${section(overview.pictures, pictures(view, data))}
  `;
}

function attentionIfAny(view: View, { attention }: OverviewData): Html | undefined {
  return attention.length === 0 ? undefined : section(overview.attention, attentionList(view, attention));
}

function attentionList(view: View, attention: readonly Attention[]): Html {
  if (attention.length === 0) return html`<p class="soft">${badge('good', overview.calm)}</p>`;
  return html`<ul class="todo">
    ${attention.map((one) => {
      const { tone, tag, text, address } = itemOf(view, one);
      return html`<li>${badge(tone, tag)}<span>${text}</span><a href="${url(address)}">${overview.open}</a></li>`;
    })}
  </ul>`;
}

interface Item {
  tone: Tone;
  tag: string;
  text: Html | string;
  address: string;
}

function itemOf(view: View, one: Attention): Item {
  const count = (value: number): string => number(view, value);
  switch (one.kind) {
    case 'failed':
      return {
        ...{ tone: 'bad', tag: overview.tags.failed, text: overview.failed(count(one.count), one.code) },
        address: view.to('/jobs', { phase: 'FAILED', code: one.code }),
      };
    case 'waiting': {
      const since = duration(view, one.oldestSeconds * 1_000);
      return {
        ...{ tone: 'warning', tag: overview.tags.waiting },
        text: html`${overview.waiting(count(one.count), overview.causes[one.cause] ?? one.cause)} <span class="soft">(${since})</span>`,
        address: view.to('/jobs', { waits: one.cause }),
      };
    }
    case 'low-credits':
      return {
        ...{ tone: 'warning', tag: overview.tags.credits },
        text: overview.lowCredits(one.account.name, count(one.available)),
        address: view.to(`/accounts/${keyText(one.account)}`),
      };
    case 'at-limit':
      return {
        ...{ tone: 'warning', tag: overview.tags.limit },
        text: overview.atLimit(one.key.name, count(one.used), count(one.limit)),
        address: view.to(`/keys/${keyText(one.key)}`),
      };
    case 'overdue-callbacks':
      return {
        ...{ tone: 'warning', tag: overview.tags.callbacks, text: overview.overdue(count(one.count)) },
        address: view.to('/deliveries', { state: 'pending' }),
      };
    case 'unhealthy':
      return {
        ...{ tone: 'bad', tag: overview.tags.health },
        text: html`${overview.unhealthy(one.part)} <span class="soft">${one.detail}</span>`,
        address: view.to('/health'),
      };
  }
}

function numbers(view: View, { running, waiting, hours }: OverviewData): Html {
  const total = (of: (hour: Hour) => number): number => hours.reduce((sum, hour) => sum + of(hour), 0);
  const failed = total((hour) => hour.failed);
  return tiles(
    statTile(view, { name: overview.running, value: number(view, running), path: '/jobs' }),
    statTile(view, { name: overview.waitingNow, value: number(view, waiting), path: '/jobs' }),
    statTile(view, {
      name: overview.succeededDay,
      value: number(
        view,
        total((hour) => hour.succeeded),
      ),
    }),
    statTile(view, { name: overview.failedDay, value: number(view, failed) }),
  );
}

function charts(view: View, hours: readonly Hour[]): Html {
  const labels = new Intl.DateTimeFormat(view.locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  const label = ({ startMs }: Hour): string => labels.format(startMs);
  return columns(
    barChart({
      ...{ title: overview.throughput, pointTitle: overview.hour, format: (value) => number(view, value) },
      series: [{ name: overview.succeeded }, { name: overview.failedPhase, colour: 'bad' }],
      points: hours.map((hour) => ({ label: label(hour), values: [hour.succeeded, hour.failed] })),
    }),
    lineChart({
      ...{ title: overview.duration, pointTitle: overview.hour, format: (value) => duration(view, value * 1_000) },
      series: [
        { name: 'p50', colour: 'second' },
        { name: 'p95', colour: 'accent' },
      ],
      points: hours.map((hour) => ({ label: label(hour), values: [hour.p50Seconds, hour.p95Seconds] })),
    }),
  );
}

function pictures(view: View, { pictures: newest }: OverviewData): Html {
  if (newest.length === 0) return emptyState(overview.noPictures, overview.noPicturesAdvice);
  return pictureGrid(
    view,
    newest.map(({ jobId, file, text, completedSeconds }) => ({
      source: view.to(`/jobs/${jobId}/files/${file}`, { width: pictureWidth }),
      alt: overview.pictureAlt(text),
      path: `/jobs/${jobId}`,
      caption: html`${text} · ${time(view, new Date(completedSeconds * 1_000).toISOString())}`,
    })),
  );
}
