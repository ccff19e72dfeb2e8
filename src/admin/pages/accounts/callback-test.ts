import { v4 as uuidv4 } from 'uuid';
import type { SampleResult } from '../../../domain/callback-sample.ts';
import type { Answer } from '../../../http/answer.ts';
import { showAccount } from '../../../operations/accounts/read-accounts.ts';
import { readCallbackTest, testCallback } from '../../../operations/accounts/test-callback.ts';
import { formRoute, pageRoute, type AdminRoute } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { formStatus, readForm, type Faults } from '../../forms/read-form.ts';
import { runOperation } from '../../run-operation.ts';
import { texts } from '../../texts/texts.ts';
import { seeOther } from '../../web/answers.ts';
import { formFaults } from '../../web/components/form-faults.ts';
import { field, form } from '../../web/components/form.ts';
import { number, time } from '../../web/components/formats.ts';
import { definitions, notice } from '../../web/components/parts.ts';
import { attemptBadge } from '../../web/components/states.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { objectRequest, type ObjectRequest } from '../object-request.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { accountParent, accountPath } from './account-parts.ts';

const { accounts: words } = texts;
const path = '/accounts/{namespace}/{name}/callback-test';

export function callbackTestRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    pageRoute(path, testCallback.right, (request) => show(objectRequest(request, deps), deps)),
    formRoute(path, testCallback.right, (request) => send(objectRequest(request, deps), deps)),
  ];
}

async function send(sent: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { view, viewer, key, form: typed } = sent;
  const id = uuidv4();
  const read = readForm(testCallback.input, typed, { ...key, id });
  if (read.kind === 'wrong') return testPage(sent, { faults: read.faults });
  const outcome = await runOperation(testCallback, read.input, { deps, viewer });
  return isStopped(outcome)
    ? stoppedPage(sent.request, outcome, deps)
    : seeOther(view.to(accountPath(key, '/callback-test'), { id }));
}

async function show(shown: ObjectRequest, deps: AdminDeps): Promise<Answer> {
  const { view, viewer, key } = shown;
  const id = view.query.get('id') ?? '';
  if (id === '') {
    const outcome = await runOperation(showAccount, key, { deps, viewer });
    return isStopped(outcome) ? stoppedPage(shown.request, outcome, deps) : testPage(shown, {});
  }
  const read = readForm(readCallbackTest.input, new URLSearchParams({ id }), { ...key });
  if (read.kind === 'wrong') return testPage(shown, { message: notice('warning', words.testReplaced) });
  const outcome = await runOperation(readCallbackTest, read.input, { deps, viewer });
  if (isStopped(outcome)) return stoppedPage(shown.request, outcome, deps);
  if (outcome.kind === 'replaced') return testPage(shown, { message: notice('warning', words.testReplaced) });
  const { result } = outcome;
  return testPage(shown, {
    message: result === undefined ? notice('busy', words.testWaiting) : resultOf(view, result),
  });
}

function testPage(
  { view, key, form: typed }: ObjectRequest,
  { faults = {}, message }: { faults?: Faults; message?: Html },
): Answer {
  const url = field({
    ...{ name: 'url', label: words.testUrl, type: 'url', isRequired: true },
    ...{ value: typed.get('url') ?? '', error: faults['url'], placeholder: 'https://' },
  });
  const body = html`${formFaults(faults)} ${message}
    <p>${words.testText}</p>
    ${form(view, { action: accountPath(key, '/callback-test'), fields: url, submit: words.test })}`;
  const topics = [`account/${key.namespace}/${key.name}`];
  return page(view, {
    title: `${words.testCallback}: ${key.name}`,
    section: '/accounts',
    parent: accountParent(key),
    status: formStatus(faults),
    body,
    topics,
  });
}

/** Result of a test callback. The response of the receiver is untrusted text. */
function resultOf(view: View, result: SampleResult): Html {
  const { outcome, status, latencyMs, error, responseExcerpt } = result;
  return definitions([
    [words.testOutcome, attemptBadge(outcome)],
    [words.time, time(view, result.time)],
    [words.testStatus, status],
    [words.testLatency, `${number(view, latencyMs)} ms`],
    [words.testError, error],
    [words.testReply, responseExcerpt === undefined ? undefined : html`<pre><code>${responseExcerpt}</code></pre>`],
  ]);
}
