import { pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { keysAtLimit, overviewOf, type HourFigures, type Overview } from '../../jobs/overview-data.ts';
import { maySeeAccount, type Actor } from '../../../operations/actor.ts';
import { texts } from '../../texts/texts.ts';
import { timeTops } from '../../web/components/axis.ts';
import { barChart, lineChart } from '../../web/components/charts.ts';
import { statTile, tiles } from '../../web/components/figures.ts';
import { duration, number, time } from '../../web/components/formats.ts';
import { columns, emptyState, pictureGrid, section } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import { attentionList, dayAgo } from './attention.ts';
import { firstSteps } from './first-steps.ts';

const { overview, shell, states } = texts;

type Deps = Pick<
  AdminDeps,
  'publicUrl' | 'clock' | 'accounts' | 'keys' | 'table' | 'rateLimiter' | 'windowDefaults' | 'readiness'
>;

/** Width in pixels in which pictures are loaded. */
const pictureWidth = 480;

/** The page that opens first: what needs attention, the last day, and the newest ads. */
export function overviewRoutes(deps: Deps): AdminRoute[] {
  return [
    pageRoute('/', { role: 'viewer', owner: true }, async (request) => {
      const { actor } = request.caller;
      const view = viewOf(request, request.caller, deps);
      const data = overviewOf(deps, actor, deps.clock.now());
      const isNew = deps.table.rows().length === 0;
      const attention = attentionList(view, { ...data, ...(await concernsOf(deps, actor)) });
      return page(view, {
        ...{ title: shell.titles.overview, section: '/', topics: ['jobs', 'accounts', 'keys'] },
        lead: isNew ? overview.welcome : overview.lead,
        body: isNew
          ? html`${firstSteps(view, known(deps, actor))} ${section(overview.attention, attention)}`
          : html`${section(overview.attention, attention)} ${dayBody(view, data)}`,
      });
    }),
  ];
}

/** Reads the concerns of other stores. The page is also shown if the rate limiter does not respond. */
async function concernsOf(deps: Deps, actor: Actor) {
  const parts = actor.kind === 'role' ? deps.readiness.parts() : [];
  return {
    limitedKeys: await keysAtLimit(deps, actor).catch(() => []),
    faultyParts: parts.filter(({ state }) => state !== 'ok'),
  };
}

function known({ accounts, keys }: Deps, actor: Actor): { hasAccounts: boolean; hasKeys: boolean } {
  const owned = (namespace: string, name: string): boolean => maySeeAccount(actor, { namespace, name });
  return {
    hasAccounts: [...accounts.values()].some(({ metadata: { namespace, name } }) => owned(namespace, name)),
    hasKeys: [...keys.values()].some(({ metadata, spec }) => owned(metadata.namespace, spec.accountRef.name)),
  };
}

function dayBody(view: View, data: Overview): Html {
  return html`${numbers(view, data)} ${section(overview.lastDay, charts(view, data.lastDay))}
  ${section(overview.pictures, pictures(view, data))}`;
}

function numbers(view: View, { running, waiting, lastDay }: Overview): Html {
  const total = (of: (hour: HourFigures) => number): number => lastDay.reduce((sum, hour) => sum + of(hour), 0);
  const causes = [...waiting].filter(([cause]) => cause !== 'callback');
  const waits = causes.reduce((sum, [, count]) => sum + count, 0);
  const [succeeded, failed] = [total((hour) => hour.succeeded), total((hour) => hour.failed)];
  const toJobs = (query: Record<string, string | undefined>) => ({ path: '/jobs', query });
  const from = dayAgo(view);
  // A list shows the jobs that wait for one thing, or all that have not started.
  const waitQuery = causes.length === 1 ? { waits: causes[0]?.[0] } : { phase: 'PENDING' };
  return tiles(
    statTile(view, { name: overview.running, value: number(view, running), ...toJobs({ phase: 'PROCESSING' }) }),
    statTile(view, { name: overview.waitingNow, value: number(view, waits), ...toJobs(waitQuery) }),
    statTile(view, {
      ...{ name: overview.succeededDay, value: number(view, succeeded) },
      ...toJobs({ phase: 'SUCCESS', from }),
    }),
    statTile(view, {
      ...{ name: overview.failedDay, value: number(view, failed) },
      ...toJobs({ phase: 'FAILED', from }),
      ...(failed > 0 && { tone: 'bad' }),
    }),
  );
}

function charts(view: View, hours: readonly HourFigures[]): Html {
  const labels = new Intl.DateTimeFormat(view.locale, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
  const points = (of: (hour: HourFigures) => (number | undefined)[]) =>
    hours.map((hour) => ({ label: labels.format(hour.startSeconds * 1_000), values: of(hour) }));
  return columns(
    barChart({
      ...{ title: overview.throughput, pointTitle: overview.hour, format: (value) => number(view, value) },
      series: [{ name: states.phases.SUCCESS }, { name: states.phases.FAILED, colour: 'bad' }],
      points: points(({ succeeded, failed }) => [succeeded, failed]),
    }),
    lineChart({
      ...{
        title: overview.duration,
        pointTitle: overview.hour,
        format: (value) => duration(view, value * 1_000),
        tops: timeTops,
      },
      series: [
        { name: 'p50', colour: 'second' },
        { name: 'p95', colour: 'accent' },
      ],
      points: points(({ p50, p95 }) => [p50, p95]),
    }),
  );
}

function pictures(view: View, { files }: Overview): Html {
  if (files.length === 0) return emptyState(overview.noPictures, overview.noPicturesAdvice);
  return pictureGrid(
    view,
    files.map(({ jobId, accountKey, file, completedSeconds }) => ({
      source: view.to(`/jobs/${jobId}/files/${file}`, { width: pictureWidth }),
      alt: overview.pictureAlt(accountKey),
      path: `/jobs/${jobId}`,
      caption: html`${accountKey.replace(/^.*\//, '')} · ${time(view, new Date(completedSeconds * 1_000).toISOString())}`,
    })),
  );
}
