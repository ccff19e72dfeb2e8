import type { Part } from '../../observability/readiness.ts';
import { programVersion } from '../../version.ts';
import { pageRoute, type AdminRoute } from '../contract.ts';
import type { AdminDeps } from '../deps.ts';
import { texts } from '../texts/texts.ts';
import { duration, number, time } from '../web/components/formats.ts';
import { badge, notice, section, type Tone } from '../web/components/parts.ts';
import { table } from '../web/components/table.ts';
import { html, type Html } from '../web/html.ts';
import { page } from '../web/page.ts';
import type { View } from '../web/view.ts';
import { viewOf } from '../web/view-of.ts';
import { createChecks, type CheckDeps, type Checked } from './health-checks.ts';
import { watchesOf, type Watch } from './watch-ages.ts';

const { health: words, shell } = texts;
type State = Part['state'];
const tones: Record<State, Tone> = { ok: 'good', warning: 'warning', failed: 'bad' };

type Deps = CheckDeps & Pick<AdminDeps, 'readiness' | 'metrics' | 'publicUrl'>;

/** Page with the state of everything that this process depends on. */
export function healthRoutes(deps: Deps): AdminRoute[] {
  const runChecks = createChecks(deps);
  return [
    pageRoute('/health', { role: 'viewer' }, async (request) => {
      const view = viewOf(request, request.caller, deps);
      const parts = deps.readiness.parts();
      const [checks, watches] = await Promise.all([runChecks(), watchesOf(deps.metrics)]);
      const body = html`${verdict(parts, checks)} ${section(words.checks, checkTable(view, checks), 'checks')}
      ${section(words.parts, partTable(parts), 'parts')} ${section(words.watches, watchTable(view, watches), 'watches')}`;
      const checked = html`${words.checkedAt} ${time(view, view.now.toISOString())}`;
      const lead = html`${words.lead(programVersion(), process.version)} ${checked}.`;
      return page(view, { title: shell.titles.health, section: '/health', lead, body });
    }),
  ];
}

function verdict(parts: readonly Part[], checks: readonly Checked[]): Html {
  if (parts.some(({ state }) => state === 'failed')) return notice('bad', words.notReady);
  const isWell = [...parts, ...checks].every(({ state }) => state === 'ok');
  return isWell ? notice('good', words.ready) : notice('warning', words.impaired);
}

function stateBadge(state: State): Html {
  return badge(tones[state], words.states[state]);
}

function checkTable(view: View, checks: readonly Checked[]): Html {
  return table({
    caption: words.checks,
    rows: checks,
    columns: [
      { title: words.check, cell: ({ name }) => words.names[name] },
      { title: words.state, cell: ({ state }) => stateBadge(state) },
      {
        title: words.took,
        cell: ({ tookMs }) =>
          tookMs === undefined ? words.noAnswer : words.milliseconds(number(view, Math.round(tookMs))),
        isNumber: true,
      },
      { title: words.meaning, cell: ({ name }) => words.sentences[name] },
    ],
    empty: html``,
  });
}

const partSentences: Readonly<Record<string, string>> = words.partSentences;
const partNames: Readonly<Record<string, string>> = words.partNames;

function partTable(parts: readonly Part[]): Html {
  const sentence = (name: string) => (name.startsWith('watch ') ? words.watchSentence : partSentences[name]);
  return table({
    caption: words.parts,
    rows: parts,
    columns: [
      { title: words.part, cell: ({ name }) => partNames[name] ?? name },
      { title: words.state, cell: ({ state }) => stateBadge(state) },
      { title: words.detail, cell: ({ detail }) => detail },
      { title: words.meaning, cell: ({ name }) => sentence(name) },
    ],
    empty: html``,
  });
}

function watchTable(view: View, watches: readonly Watch[]): Html {
  return html`<p>${words.watchesText}</p>
    ${table({
      caption: words.watches,
      rows: watches,
      columns: [
        { title: words.watch, cell: ({ kind }) => kind },
        {
          title: words.stale,
          cell: ({ staleSeconds }) =>
            staleSeconds === 0 ? words.current : words.ago(duration(view, staleSeconds * 1_000)),
        },
      ],
      empty: html`<p>${words.noWatches}</p>`,
    })}`;
}
