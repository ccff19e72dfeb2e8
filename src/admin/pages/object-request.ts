import type { HttpRequest } from '../../http/route.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { mayRun, type Right } from '../../operations/actor.ts';
import type { FormRequest } from '../contract.ts';
import type { AdminDeps } from '../deps.ts';
import type { Viewer } from '../viewer.ts';
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

export function objectRequest(request: HttpRequest<Viewer> | FormRequest, deps: Deps): ObjectRequest {
  const { caller: viewer, params } = request;
  return {
    ...{ request, view: viewOf(request, viewer, deps), viewer, formId: deps.newFormId() },
    key: { namespace: params['namespace'] ?? '', name: params['name'] ?? '' },
    form: 'form' in request ? request.form : new URLSearchParams(),
  };
}

/** Reports whether the person may run an operation with this right, so that the page offers it. */
export function isOffered({ viewer }: Pick<ObjectRequest, 'viewer'>, { right }: { right: Right }): boolean {
  return mayRun(right, viewer.actor);
}
