import type { Answer } from '../../http/answer.ts';
import type { HttpRequest } from '../../http/route.ts';
import type { Right } from '../../operations/actor.ts';
import { endSession } from '../../operations/sessions/end-session.ts';
import { formRoute, pageRoute, type AdminRoute } from '../contract.ts';
import type { AdminDeps } from '../deps.ts';
import { runOperation } from '../run-operation.ts';
import type { Session } from '../sign-in/session.ts';
import { texts } from '../texts/texts.ts';
import type { Viewer } from '../viewer.ts';
import { seeOther } from '../web/answers.ts';
import { form } from '../web/components/form.ts';
import { time } from '../web/components/formats.ts';
import { badge, emptyState, notice } from '../web/components/parts.ts';
import { table } from '../web/components/table.ts';
import { html, type HtmlPart } from '../web/html.ts';
import { page } from '../web/page.ts';
import type { View } from '../web/view.ts';
import { viewOf } from '../web/view-of.ts';
import { isStopped, stoppedPage, type StepUpDeps } from './stopped-page.ts';

const { sessions: shown, shell } = texts;
const path = '/sessions';
const right: Right = { role: 'admin' };

type Deps = Pick<AdminDeps, 'sessions' | 'auditLog'> & StepUpDeps;

/** Page with the sessions of all people, which an admin can end. */
export function sessionsRoutes(deps: Deps): AdminRoute[] {
  return [
    pageRoute(path, right, (request) => list(request, deps)),
    formRoute(`${path}/{id}/end`, right, (request) => end(request, deps)),
  ];
}

async function list(request: HttpRequest<Viewer>, deps: Deps): Promise<Answer> {
  const view = viewOf(request, request.caller, deps);
  const body = table({
    caption: shell.titles.sessions,
    columns: [
      { title: shown.person, cell: (session) => personCell(session, request.caller) },
      { title: shown.role, cell: ({ actor }) => roleText(actor) },
      { title: shown.how, cell: ({ person }) => shown.ways[person.kind] },
      { title: shown.since, cell: ({ startedMs }) => timeCell(view, startedMs) },
      { title: shown.used, cell: ({ usedMs }) => timeCell(view, usedMs) },
      { title: shown.source, cell: ({ source }) => source.ip },
      { title: shown.browser, cell: ({ source }) => source.userAgent },
      { title: shown.action, cell: (session) => endForm(view, session) },
    ],
    rows: await deps.sessions.list(),
    empty: emptyState(shown.none, ''),
  });
  const ended = view.query.get('ended') === '1' ? notice('good', shown.ended) : undefined;
  return page(view, { title: shell.titles.sessions, section: path, body: html`${ended}${body}` });
}

async function end(request: HttpRequest<Viewer>, deps: Deps): Promise<Answer> {
  const { caller, params } = request;
  const outcome = await runOperation(endSession, { id: params['id'] ?? '' }, { deps, viewer: caller });
  if (isStopped(outcome)) return stoppedPage(request, outcome, deps);
  return seeOther(viewOf(request, caller, deps).to(path, { ended: 1 }));
}

function personCell({ id, person }: Session, viewer: Viewer): HtmlPart {
  const own = id === viewer.session.id ? badge('good', shown.own) : undefined;
  return html`${person.name ?? person.subject} ${own}`;
}

function roleText(actor: Session['actor']): string {
  if (actor.kind === 'role') return actor.role;
  return shown.owner(actor.accounts.map(({ namespace, name }) => `${namespace}/${name}`).join(', '));
}

function timeCell(view: View, milliseconds: number): HtmlPart {
  return time(view, new Date(milliseconds).toISOString());
}

function endForm(view: View, { id, person }: Session): HtmlPart {
  const label = html`<span class="hidden">${shown.endOf(person.name ?? person.subject)}</span>`;
  return form(view, { action: `${path}/${id}/end`, fields: label, submit: shown.end, isDangerous: true });
}
