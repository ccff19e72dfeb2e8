import { adTypes } from '#ad-types';
import type { AdType } from '../../../ads/ad-type.ts';
import { adTypeOf } from '../../../ads/known-types.ts';
import { problem, type Answer } from '../../../http/answer.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { createJob, priceOf } from '../../../operations/jobs/create-job.ts';
import type { OutcomeOf } from '../../../operations/operation.ts';
import type { AdSpec } from '../../../schema/ad-spec.ts';
import { camelKeys } from '../../../schema/camel.ts';
import { parseRequest } from '../../../schema/parse-request.ts';
import { formRoute, pageRoute, type AdminRoute, type FormRequest } from '../../contract.ts';
import type { AdminDeps } from '../../deps.ts';
import { formOnce } from '../../form-once.ts';
import { runOperation, type Refusal } from '../../run-operation.ts';
import { requestSnippets, type Snippets } from '../../snippets.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';
import { seeOther } from '../../web/answers.ts';
import { formIdField } from '../../web/components/form.ts';
import { number } from '../../web/components/formats.ts';
import type { View } from '../../web/view.ts';
import { viewOf } from '../../web/view-of.ts';
import { isStopped, stoppedPage } from '../stopped-page.ts';
import { usableKeys, type UsableKey } from './keys-to-choose.ts';
import { names, playgroundPage, playgroundPath, type Shown } from './playground-page.ts';
import { bodyOf, faultsOf } from './request-body.ts';
import { requestGroups } from './request-fields.ts';

const { playground } = texts;
const operators = createJob.right;

/** Pages on which a person makes an ad as a client does. */
export function playgroundRoutes(deps: AdminDeps): AdminRoute[] {
  const [first] = adTypes;
  return [
    pageRoute(playgroundPath, operators, (request) => emptyForm(request, first, deps)),
    pageRoute(`${playgroundPath}/{type}`, operators, (request) => {
      const type = adTypeOf(request.params['type'] ?? '');
      return type === undefined ? problem('not_found') : emptyForm(request, type, deps);
    }),
    formRoute(`${playgroundPath}/{type}`, operators, (request) => {
      const type = adTypeOf(request.params['type'] ?? '');
      return type === undefined ? problem('not_found') : sentForm(request, type, deps);
    }),
  ];
}

/** The form before it is sent. The query may fill in fields, so that other pages can lead to a filled-in form. */
async function emptyForm(request: HttpRequest<Viewer>, type: AdType, deps: AdminDeps): Promise<Answer> {
  const { query } = request;
  const tried = tryOf(type, query, deps);
  const values = new URLSearchParams(query);
  const cost = await costOf(tried, deps);
  return playgroundPage(viewOf(request, request.caller, deps), {
    type,
    keys: usableKeys(deps),
    values,
    faults: {},
    cost,
    json: jsonOf(tried, values, null),
    formId: deps.newFormId(),
  });
}

async function sentForm(request: FormRequest, type: AdType, deps: AdminDeps): Promise<Answer> {
  const view = viewOf(request, request.caller, deps);
  const values = request.form;
  const tried = tryOf(type, values, deps);
  const show = request.query.get(names.show) ?? values.get(names.show);
  const cost = await costOf(tried, deps);
  const shown: Shown = {
    ...{ type, keys: usableKeys(deps), values, cost },
    ...{
      faults: show === null || tried.body === undefined ? tried.faults : {},
      formId: values.get(formIdField) ?? deps.newFormId(),
      json: jsonOf(tried, values, show),
    },
  };
  if (show === 'request' && tried.body !== undefined)
    return playgroundPage(view, { ...shown, request: requestOf(type, tried, deps) });
  if (show !== null) return playgroundPage(view, shown);
  const { ad, chosen } = tried;
  if (ad === undefined || chosen === undefined)
    return playgroundPage(view, { ...shown, status: 422, message: playground.faulty });
  return make({ request, view, shown, ad, chosen }, deps);
}

/** Returns the request as a client would send it. The API key is not known, so a text stands for it. */
function requestOf({ name }: AdType, { body }: Try, { apiUrl }: AdminDeps): Snippets {
  const { keyPlaceholder } = texts.job.request;
  return requestSnippets({ apiUrl, path: `/create_${name}_async`, body, keyPlaceholder });
}

/** Values that a form stands for: the request, and the API key as which it runs. */
interface Try {
  body: unknown;
  ad: AdSpec | undefined;
  chosen: UsableKey | undefined;
  faults: Record<string, string>;
  isJson: boolean;
}

function tryOf(type: AdType, values: URLSearchParams, deps: AdminDeps): Try {
  const keys = usableKeys(deps);
  const id = values.get(names.key);
  const chosen = id === null ? keys[0] : keys.find((one) => one.id === id);
  const keyFaults: Record<string, string> = chosen === undefined ? { [names.key]: playground.keyUnusable } : {};
  const isJson = values.get(names.mode) === 'json';
  const groups = requestGroups(type.request);
  const parsed = isJson ? parsedJson(values.get(names.json) ?? '') : { body: bodyOf(groups, values) };
  if ('fault' in parsed)
    return { body: undefined, ad: undefined, chosen, isJson, faults: { ...keyFaults, [names.json]: parsed.fault } };
  const reading = parseRequest(type.request, parsed.body, deps.requestRules);
  if (!reading.ok) {
    const faults = isJson
      ? Object.fromEntries(reading.issues.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]))
      : faultsOf(groups, reading.issues, values);
    return { body: parsed.body, ad: undefined, chosen, isJson, faults: { ...keyFaults, ...faults } };
  }
  const { callback_url: callbackUrl, ...ad } = reading.value;
  const spec = { type: type.name, ...(callbackUrl && { callbackUrl }), [type.field]: camelKeys(ad) };
  return { body: parsed.body, ad: spec, chosen, isJson, faults: keyFaults };
}

function parsedJson(text: string): { body: unknown } | { fault: string } {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: playground.jsonBroken(error instanceof Error ? error.message : '') };
  }
}

/** Returns the text of the field with the JSON body: as it was sent, or the form as JSON. */
function jsonOf({ body, isJson }: Try, values: URLSearchParams, show: string | null): string | undefined {
  if (isJson) return values.get(names.json) ?? '';
  return show === 'json' ? JSON.stringify(body, null, 2) : undefined;
}

async function costOf(
  { ad, chosen }: Pick<Try, 'ad' | 'chosen'>,
  { ledger, prices }: AdminDeps,
): Promise<Shown['cost']> {
  const balance = chosen && (await ledger.balance(chosen.account.metadata).catch(() => undefined));
  const account = chosen?.account.metadata.name;
  return { account, available: balance?.available, credits: ad === undefined ? undefined : priceOf(ad, prices) };
}

interface Making {
  request: FormRequest;
  view: View;
  shown: Shown;
  ad: AdSpec;
  chosen: UsableKey;
}

function make(making: Making, deps: AdminDeps): Promise<Answer> {
  const { request, view, shown, ad, chosen } = making;
  const { namespace, name: apiKey } = chosen.key.metadata;
  const { name: account } = chosen.account.metadata;
  const ledgerSeen = chosen.account.status?.ledger;
  const input = { ad, namespace, account, apiKey, ...(ledgerSeen && { ledgerSeen }) };
  const toJob = (jobId: string): Answer => seeOther(view.to(`/jobs/${jobId}`));
  return formOnce(deps, request, {
    act: async () => {
      const outcome = await runOperation(createJob, input, { deps, viewer: request.caller });
      if (outcome.kind === 'done') return { answer: toJob(outcome.jobId), made: outcome.jobId };
      return { answer: await refused(making, outcome, deps), made: undefined };
    },
    again: toJob,
    unknown: () =>
      playgroundPage(view, { ...shown, status: 409, message: playground.unknown, formId: deps.newFormId() }),
  });
}

type Failed = Exclude<OutcomeOf<typeof createJob> | Refusal, { kind: 'done' }>;

function refused({ request, view, shown }: Making, outcome: Failed, deps: AdminDeps): Promise<Answer> | Answer {
  if (isStopped(outcome) && outcome.kind !== 'not-found') return stoppedPage(request, outcome, deps);
  const message = messageOf(view, outcome);
  return playgroundPage(view, { ...shown, status: outcome.kind === 'insufficient' ? 402 : 503, message });
}

function messageOf(view: View, outcome: Exclude<Failed, Refusal>): string {
  if (outcome.kind === 'insufficient')
    return playground.insufficient(number(view, outcome.required), number(view, outcome.available));
  if (outcome.kind === 'lost') return playground.lost;
  return outcome.kind === 'not-found' ? playground.gone : playground.unavailable;
}
