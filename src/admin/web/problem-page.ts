import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock/port.ts';
import { problems } from '../../errors/problems.ts';
import type { Problem } from '../../http/answer.ts';
import { texts } from '../texts/texts.ts';
import type { Viewer } from '../viewer.ts';
import { link } from './components/parts.ts';
import { html } from './html.ts';
import { page } from './page.ts';
import type { View } from './view.ts';
import { viewOf } from './view-of.ts';

interface Deps {
  publicUrl: string;
  clock: Pick<Clock, 'now'>;
}

/** Returns a page about a problem: what happened, and what the person can do. */
export function renderProblem({ code, detail, headers = {} }: Problem, request: IncomingMessage, deps: Deps) {
  const { status, title, description } = problems[code];
  // The description is for clients of the API.
  const text = code === 'not_found' ? texts.problems.notFound.text : description;
  return problemPage(viewAt(request, undefined, deps), { status, title, text: detail ?? text, headers });
}

/** The person is signed in, but may not see this page or do this. */
export function notAllowedPage(request: IncomingMessage, viewer: Viewer, deps: Deps) {
  return notAllowedAnswer(viewAt(request, viewer, deps));
}

export function notAllowedAnswer(view: View) {
  const { title, text } = texts.problems.notAllowed;
  return problemPage(view, { status: 403, title, text });
}

/** A page of another site has sent the request. */
export function foreignRequestPage(deps: Deps) {
  const view = viewOf({ url: '/', query: new URLSearchParams(), headers: {} }, undefined, deps);
  const { title, text } = texts.problems.foreign;
  return problemPage(view, { status: 403, title, text });
}

/**
 * Returns the page for an object that does not exist, or that the person may not see. The page does not name the
 * object, so that both cases have the same answer.
 */
export function notFoundPage(view: View) {
  return problemPage(view, { status: 404, ...texts.problems.notFound });
}

interface Shown {
  status: number;
  title: string;
  text: string;
  headers?: Record<string, string>;
}

export function problemPage(view: View, { status, title, text, headers = {} }: Shown) {
  const body = html`<p>${text}</p>
    <p>${link(view, '/', texts.problems.home)}</p>`;
  return page(view, { title, status, headers, body });
}

function viewAt({ url: address = '/', headers }: IncomingMessage, viewer: Viewer | undefined, deps: Deps): View {
  return viewOf({ url: address, query: new URLSearchParams(), headers }, viewer, deps);
}
