import type { Answer } from '../../../http/answer.ts';
import { keyText, type ObjectKey } from '../../../objects/object-key.ts';
import { showAccount } from '../../../operations/accounts/read-accounts.ts';
import { rotateSigningSecret, showSigningSecret } from '../../../operations/accounts/signing-secret.ts';
import type { AccountSecret } from '../../../secrets/port.ts';
import { formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { formOnce } from '../../form-once.ts';
import { overlapMsOf, overlapHoursMax } from '../../forms/overlap.ts';
import type { Faults } from '../../forms/read-form.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { confirmPage } from '../../web/components/confirm.ts';
import { field, form } from '../../web/components/form.ts';
import { time } from '../../web/components/formats.ts';
import { copyable, definitions, linkButton, notice, section } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { problemPage } from '../../web/problem-page.ts';
import { objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { accountParent, accountPath } from './account-parts.ts';

const { accounts: words, forms } = texts;
const path = '/accounts/{namespace}/{name}/signing-secret';

export function signingSecretRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    pageRoute(path, showSigningSecret.right, (request) => secretPage(objectRequest(request, deps), deps)),
    formRoute(path, showSigningSecret.right, (request) => show(objectRequest(request, deps), deps)),
    pageRoute(`${path}/rotate`, rotateSigningSecret.right, (request) => rotatePage(objectRequest(request, deps), deps)),
    formRoute(`${path}/rotate`, rotateSigningSecret.right, (request) => {
      const sent = objectRequest(request, deps);
      return formOnce(deps, request, {
        act: () => rotate(sent, deps),
        again: () => secretPage(sent, deps, notice('good', words.secretRotated)),
        unknown: () => problemPage(sent.view, { status: 409, ...forms.unknown }),
      });
    }),
  ];
}

async function show(sent: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { viewer, key } = sent;
  const outcome = await runOperation(showSigningSecret, key, { deps, viewer, target: { kind: 'AdAccount', ...key } });
  if (isStopped(outcome)) return stoppedPage(sent.request, outcome, deps);
  if (outcome.kind === 'damaged') return secretPage(sent, deps, notice('bad', words.damaged));
  return outcome.kind === 'done' ? shownSecret(sent, outcome.secret) : secretPage(sent, deps);
}

async function rotate(sent: ObjectRequest, deps: AdminDeps): Promise<{ answer: Answer; made: string | undefined }> {
  const { viewer, key, form: typed } = sent;
  const overlapMs = overlapMsOf(typed);
  if (overlapMs === undefined)
    return { made: undefined, answer: await rotatePage(sent, deps, { overlapHours: forms.overlapWrong }) };
  const outcome = await runOperation(rotateSigningSecret, { ...key, overlapMs }, { deps, viewer });
  if (isStopped(outcome)) return { made: undefined, answer: await stoppedPage(sent.request, outcome, deps) };
  if (outcome.kind === 'done') return { made: 'rotated', answer: shownSecret(sent, outcome.secret) };
  return { made: undefined, answer: await secretPage(sent, deps) };
}

function shownSecret({ view, key }: ObjectRequest, { current, previous }: AccountSecret): Answer {
  const body = html`${notice('warning', words.secretShown)}
    ${definitions([
      [words.secretNow, copyable(current)],
      ...(previous === undefined
        ? []
        : [
            [words.secretPrevious, copyable(previous.secret)] as const,
            [words.secretUntil, time(view, previous.until)] as const,
          ]),
    ])}`;
  return page(view, {
    ...placeOf(key),
    title: `${words.signingSecret}: ${key.name}`,
    body,
    hasSecret: true,
  });
}

async function secretPage(shown: ObjectRequest, deps: AdminDeps, message?: Html): Promise<Answer> {
  const { view, viewer, key } = shown;
  const outcome = await runOperation(showAccount, key, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(shown.request, outcome, deps);
  const own = outcome.object.spec.webhookSecretRef;
  const body = html`${message} ${own === undefined ? secretActions(view, key) : notice('neutral', words.ownSecretText(own.name))}`;
  return page(view, { ...placeOf(key), title: `${words.signingSecret}: ${key.name}`, body });
}

function secretActions(view: View, key: ObjectKey): Html {
  const action = accountPath(key, '/signing-secret');
  return html`<p>${words.signingText}</p>
    ${section(
      words.showSecret,
      html`<p>${words.showSecretText}</p>
        ${form(view, { action, submit: words.showSecret })}`,
    )}
    ${section(
      words.rotateSecret,
      html`<p>${words.rotateSecretText}</p>
        <p>${linkButton(view, `${action}/rotate`, words.rotateSecret)}</p>`,
    )}`;
}

async function rotatePage(shown: ObjectRequest, deps: AdminDeps, faults: Faults = {}): Promise<Answer> {
  const { view, viewer, key, form: typed, formId } = shown;
  const outcome = await runOperation(showAccount, key, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(shown.request, outcome, deps);
  const { spec } = outcome.object;
  if (spec.webhookSecretRef !== undefined) return secretPage(shown, deps);
  const overlap = field({
    ...{ name: 'overlapHours', label: forms.overlapHours, type: 'number', min: 0, max: overlapHoursMax, step: 0.25 },
    ...{ value: typed.get('overlapHours') ?? '24', hint: words.secretOverlapHint, error: faults['overlapHours'] },
  });
  const back = accountPath(key, '/signing-secret');
  return confirmPage(view, {
    ...{ ...placeOf(key), title: words.rotateSecretTitle(key.name), fields: overlap, formId, back },
    object: html`${spec.displayName ?? key.name} <small>${keyText(key)}</small>`,
    ...{ consequence: html`<p>${words.rotateSecretText}</p>`, action: `${back}/rotate`, submit: words.rotateSecret },
    ...{ keep: words.keepSecret, faults: formFaults(faults) },
  });
}

function placeOf(key: ObjectKey) {
  return { section: '/accounts', parent: accountParent(key) };
}
