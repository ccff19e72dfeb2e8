import type { Answer } from '../../http/answer.ts';
import type { HttpRequest } from '../../http/route.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { mayRun, type Right } from '../../operations/actor.ts';
import type { AdminDeps } from '../deps.ts';
import type { Refusal } from '../run-operation.ts';
import { stepUpPage } from '../sign-in/step-up.ts';
import type { Viewer } from '../viewer.ts';
import { isRefusal, notFoundPage, refusalPage } from '../web/refusal-page.ts';
import type { View } from '../web/view.ts';
import { viewOf } from '../web/view-of.ts';

/** Request for a page or action of the dashboard, mostly about one object. */
export interface ObjectRequest {
  request: HttpRequest<Viewer>;
  view: View;
  viewer: Viewer;
  /** Object that the path names. */
  key: ObjectKey;
  /** Fields of the form that was sent; empty for a page. */
  form: URLSearchParams;
  /** Id for the next form. */
  formId: string;
}

type Deps = Pick<AdminDeps, 'publicUrl' | 'clock' | 'newFormId'>;

export function objectRequest(request: HttpRequest<Viewer>, deps: Deps): ObjectRequest {
  const { caller: viewer, params, body } = request;
  return {
    ...{ request, view: viewOf(request, viewer, deps), viewer, formId: deps.newFormId() },
    key: { namespace: params['namespace'] ?? '', name: params['name'] ?? '' },
    form: body instanceof URLSearchParams ? body : new URLSearchParams(),
  };
}

type Stop = Refusal | { kind: 'not-found' };

/** Reports whether the operation did not run, or did not find its object. */
export function isStopped<O extends { kind: string }>(outcome: O): outcome is Extract<O, Stop> {
  return isRefusal(outcome) || outcome.kind === 'not-found';
}

/** Returns the page that says why nothing was done. */
export function stoppedPage(
  { view, request }: Pick<ObjectRequest, 'view' | 'request'>,
  outcome: Stop,
  deps: Parameters<typeof stepUpPage>[1],
): Promise<Answer> | Answer {
  if (outcome.kind === 'sign-in-again') return stepUpPage(request, deps);
  return outcome.kind === 'not-found' ? notFoundPage(view) : refusalPage(view, outcome);
}

/** Reports whether the person may run an operation with this right, so that the page offers it. */
export function isOffered({ viewer }: Pick<ObjectRequest, 'viewer'>, { right }: { right: Right }): boolean {
  return mayRun(right, viewer.actor);
}
