import type { Contract, Handler, Route } from '../http/route.ts';
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

/** Returns the route to which a form of the dashboard is sent. The body of the request is a `URLSearchParams`. */
export function formRoute(path: string, right: Right, handle: Handler<Viewer>): AdminRoute {
  return { contract: { method: 'post', path, authentication: 'session', right, hasForm: true }, handle };
}
