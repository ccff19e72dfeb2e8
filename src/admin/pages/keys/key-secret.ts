import { accountOf } from '../../../domain/account-of.ts';
import { keyText } from '../../../objects/object-key.ts';
import type { ApiKey } from '../../../schema/apikey.ts';
import type { Answer } from '../../../http/answer.ts';
import { revokeKey, rotateKey, showKey } from '../../../operations/keys/manage-keys.ts';
import { formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { formOnce } from '../../form-once.ts';
import { overlapHoursMax, overlapMsOf } from '../../forms/overlap.ts';
import type { Faults } from '../../forms/read-form.ts';
import { reasonField, reasonOf, typedReason } from '../../forms/reason.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { confirmPage } from '../../web/components/confirm.ts';
import { field } from '../../web/components/form.ts';
import { html } from '../../web/html.ts';
import { problemPage } from '../../web/problem-page.ts';
import { objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { keyPath } from './key-parts.ts';
import { secretPage } from './secret-page.ts';

const { keys: words, forms } = texts;
const path = '/keys/{namespace}/{name}';

/** Pages and actions that replace the secret of an API key or revoke the key. */
export function keySecretRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    pageRoute(`${path}/rotate`, rotateKey.right, (request) => rotatePage(objectRequest(request, deps), deps)),
    formRoute(`${path}/rotate`, rotateKey.right, (request) => {
      const sent = objectRequest(request, deps);
      return formOnce(deps, request, {
        act: () => rotate(sent, deps),
        again: () => seeOther(sent.view.to(keyPath(sent.key), { done: 'rotatedOnce' })),
        unknown: () => problemPage(sent.view, { status: 409, ...forms.unknown }),
      });
    }),
    pageRoute(`${path}/revoke`, revokeKey.right, (request) => revokePage(objectRequest(request, deps), deps)),
    formRoute(`${path}/revoke`, revokeKey.right, (request) => revoke(objectRequest(request, deps), deps)),
  ];
}

async function rotate(sent: ObjectRequest, deps: AdminDeps): Promise<{ answer: Answer; made: string | undefined }> {
  const { view, viewer, key, form: typed } = sent;
  const unmade = (answer: Answer) => ({ answer, made: undefined });
  const overlapMs = overlapMsOf(typed);
  if (overlapMs === undefined) return unmade(await rotatePage(sent, deps, forms.overlapWrong));
  const input = { ...key, ...(overlapMs > 0 && { overlapMs }) };
  const outcome = await runOperation(rotateKey, input, { deps, viewer });
  if (isStopped(outcome)) return unmade(await stoppedPage(sent.request, outcome, deps));
  if (outcome.kind !== 'done') return unmade(seeOther(view.to(keyPath(key))));
  const { object, secret } = outcome;
  const answer = secretPage(view, { title: words.rotatedTitle, key: object, secret, apiUrl: deps.apiUrl });
  return { answer, made: 'rotated' };
}

async function rotatePage(shown: ObjectRequest, deps: AdminDeps, fault?: string): Promise<Answer> {
  const { view, viewer, key, form: typed, formId } = shown;
  const outcome = await runOperation(showKey, key, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(shown.request, outcome, deps);
  const overlap = field({
    ...{ name: 'overlapHours', label: forms.overlapHours, type: 'number', min: 0, max: overlapHoursMax, step: 0.25 },
    ...{ value: typed.get('overlapHours') ?? '24', hint: words.overlapHint, error: fault },
  });
  return confirmPage(view, {
    ...{ title: words.rotateTitle(key.name), fields: overlap, formId },
    ...asked(outcome.object),
    ...{ consequence: html`<p>${words.rotateText}</p>`, action: keyPath(key, '/rotate'), submit: words.rotate },
    faults: fault === undefined ? undefined : formFaults({ overlapHours: fault }),
  });
}

/** Parts of the pages that ask before something happens to a key. */
function asked({ metadata, spec }: ApiKey) {
  return {
    ...{ section: '/keys', parent: { path: keyPath(metadata), title: metadata.name }, back: keyPath(metadata) },
    object: html`${metadata.name} <small><code>${spec.hint}</code> · ${keyText(accountOf({ metadata, spec }))}</small>`,
    keep: words.keep,
  };
}

async function revoke(sent: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { view, viewer, key, form: typed } = sent;
  const read = reasonOf(typed);
  if (read.kind === 'wrong') return revokePage(sent, deps, read.faults);
  const outcome = await runOperation(revokeKey, key, { deps, viewer, ...read.input });
  return isStopped(outcome)
    ? stoppedPage(sent.request, outcome, deps)
    : seeOther(view.to(keyPath(key), { done: 'revoked' }));
}

async function revokePage(shown: ObjectRequest, deps: AdminDeps, faults: Faults = {}): Promise<Answer> {
  const { view, viewer, key, form: typed } = shown;
  const outcome = await runOperation(showKey, key, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(shown.request, outcome, deps);
  const reason = reasonField({ label: words.reason, hint: words.reasonHint }, typedReason(typed, faults));
  return confirmPage(view, {
    ...{ title: words.revokeTitle(key.name), fields: reason, faults: formFaults(faults) },
    ...asked(outcome.object),
    ...{ consequence: html`<p>${words.revokeText}</p>`, action: keyPath(key, '/revoke'), submit: words.revoke },
  });
}
