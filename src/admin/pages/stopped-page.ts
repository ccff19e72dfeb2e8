import type { Answer } from '../../http/answer.ts';
import type { HttpRequest } from '../../http/route.ts';
import type { Refusal } from '../run-operation.ts';
import { stepUpPage } from '../sign-in/step-up.ts';
import { texts } from '../texts/texts.ts';
import type { Viewer } from '../viewer.ts';
import { notAllowedAnswer, notFoundPage, problemPage } from '../web/problem-page.ts';
import { viewOf } from '../web/view-of.ts';

export type Stop = Refusal | { kind: 'not-found' };

const kinds: readonly string[] = ['not-allowed', 'sign-in-again', 'not-recorded', 'not-found'] satisfies Stop['kind'][];

export type StepUpDeps = Parameters<typeof stepUpPage>[1];

/** Reports whether the operation did not run, or did not find its object. */
export function isStopped<O extends { kind: string }>(outcome: O): outcome is Extract<O, Stop> {
  return kinds.includes(outcome.kind);
}

/** Returns the page that says why nothing was done. */
export function stoppedPage(request: HttpRequest<Viewer>, { kind }: Stop, deps: StepUpDeps): Promise<Answer> | Answer {
  const view = viewOf(request, request.caller, deps);
  switch (kind) {
    case 'not-allowed':
      return notAllowedAnswer(view);
    case 'sign-in-again':
      return stepUpPage(request, deps);
    case 'not-recorded':
      return problemPage(view, { status: 503, ...texts.forms.notRecorded });
    case 'not-found':
      return notFoundPage(view);
  }
}
