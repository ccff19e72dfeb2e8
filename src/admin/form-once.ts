import type { Answer } from '../http/answer.ts';
import type { Clock } from '../clock/port.ts';
import type { HttpRequest } from '../http/route.ts';
import { hashOf } from './sign-in/secret-token.ts';
import type { ExpiringState } from './state/port.ts';
import type { Viewer } from './viewer.ts';
import { formIdField } from './web/components/form.ts';

/** Result of the action of a form. */
interface Acted {
  answer: Answer;
  /**
   * Text from which the answer to a second post of the form is made, such as the name of a new object. It must contain
   * no secret, because it is stored. Undefined if the form has made nothing and may be sent again.
   */
  made: string | undefined;
}

interface FormActions {
  act: () => Promise<Acted>;
  /** Returns the response to a second post of a form that has made something. */
  again: (made: string) => Promise<Answer> | Answer;
  /** Returns the response to a second post of a form whose first post has an unknown outcome. */
  unknown: () => Answer;
}

type SentForm = Pick<HttpRequest<Viewer>, 'url' | 'body' | 'caller'>;

interface Deps {
  state: Pick<ExpiringState, 'setIfAbsent' | 'set' | 'get' | 'delete'>;
  clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
}

/** Time for which a form counts as sent. */
const sentMs = 24 * 3_600_000;
const waitMsMax = 10_000;
const pollMs = 100;

const idPattern = /^[\w-]{8,64}$/;
const running = 'running';
const failed = 'failed';
const madePrefix = 'made:';

/**
 * Runs the action of a form once, although the form is sent twice, such as by a double click. A second post waits for
 * the first one. A post without a form id always runs the action.
 *
 * Guarantee: the action runs at most once for each person, page and form id, unless it has made nothing. If it throws,
 * its outcome is unknown, and it does not run again.
 */
export async function formOnce(deps: Deps, request: SentForm, actions: FormActions): Promise<Answer> {
  const id = request.body instanceof URLSearchParams ? (request.body.get(formIdField) ?? '') : '';
  if (!idPattern.test(id)) return (await actions.act()).answer;
  const key = keyOf(request, id);
  const isFirst = await deps.state.setIfAbsent(key, running, sentMs);
  if (isFirst) return first(deps, key, actions);
  const outcome = await outcomeOf(deps, key);
  return outcome?.startsWith(madePrefix) === true ? actions.again(outcome.slice(madePrefix.length)) : actions.unknown();
}

/** The form of another person or of another page never counts as this one, although it has the same id. */
function keyOf({ url, caller: { person } }: SentForm, id: string): string {
  return `form:${hashOf(JSON.stringify([person.kind, person.subject, url.replace(/\?.*$/s, '')]))}:${id}`;
}

async function first({ state }: Deps, key: string, { act }: FormActions): Promise<Answer> {
  try {
    const { answer, made } = await act();
    const stored = made === undefined ? state.delete(key) : state.set(key, madePrefix + made, sentMs);
    // The answer may contain a secret that is shown only once, so it is sent although the outcome is not stored.
    await stored.catch(() => undefined);
    return answer;
  } catch (error) {
    await state.set(key, failed, sentMs).catch(() => undefined);
    throw error;
  }
}

/** Returns the stored outcome of the first post. Waits while the first post is running, but at most `waitMsMax`. */
async function outcomeOf({ state, clock }: Deps, key: string): Promise<string | undefined> {
  const endMs = clock.monotonicMs() + waitMsMax;
  for (;;) {
    const value = await state.get(key);
    if (value !== running || clock.monotonicMs() >= endMs) return value;
    await clock.sleep(pollMs);
  }
}
