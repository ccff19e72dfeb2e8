import type { Answer } from '../../http/answer.ts';
import type { Refusal } from '../run-operation.ts';
import { texts } from '../texts/texts.ts';
import { problemPage } from './problem-page.ts';
import type { View } from './view.ts';

const { problems, forms, signIn } = texts;

/**
 * Returns the page that says why an operation was refused before it ran. For `sign-in-again`, `stepUpPage` is better,
 * because it keeps the form.
 */
export function refusalPage(view: View, { kind }: Refusal): Answer {
  switch (kind) {
    case 'not-allowed':
      return problemPage(view, { status: 403, ...problems.notAllowed });
    case 'sign-in-again':
      return problemPage(view, { status: 403, title: signIn.stepUp.title, text: signIn.stepUp.text });
    case 'not-recorded':
      return problemPage(view, { status: 503, ...forms.notRecorded });
  }
}

export function isRefusal<O extends { kind: string }>(outcome: O): outcome is Extract<O, Refusal> {
  return ['not-allowed', 'sign-in-again', 'not-recorded'].includes(outcome.kind);
}

/**
 * Returns the page for an object that does not exist, or that the person may not see. The page does not name the
 * object, so that both cases have the same answer.
 */
export function notFoundPage(view: View): Answer {
  return problemPage(view, { status: 404, ...problems.notFound });
}
