import type { Answer } from '../http/answer.ts';
import type { Contract, Handler, HttpRequest, Route } from '../http/route.ts';
import type { Right } from '../operations/actor.ts';
import type { Viewer } from './viewer.ts';

/** An address of the dashboard. `right` is what a viewer needs to see it at all; operations check theirs again. */
export interface AdminContract extends Contract {
  method: 'get' | 'post';
  authentication: 'public' | 'session';
  right?: Right;
}

export type AdminRoute = Route<Viewer, AdminContract>;

/** Returns the route of a page that needs a session. */
export function pageRoute(path: string, right: Right, handle: Handler<Viewer>): AdminRoute {
  return { contract: { method: 'get', path, authentication: 'session', right }, handle };
}

export interface FormRequest extends HttpRequest<Viewer> {
  /** Fields of the form that was sent. */
  form: URLSearchParams;
}

/** Returns the route to which a form of the dashboard is sent. */
export function formRoute(
  path: string,
  right: Right,
  handle: (request: FormRequest) => Promise<Answer> | Answer,
): AdminRoute {
  return {
    contract: { method: 'post', path, authentication: 'session', right, hasForm: true },
    handle: (request) => handle({ ...request, form: formOf(request) }),
  };
}

/** Returns the fields of the form that a request has sent. */
export function formOf({ body }: Pick<HttpRequest<unknown>, 'body'>): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}
