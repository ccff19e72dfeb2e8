import type { AdType } from '../../ads/ad-type.ts';
import { judgeUrl } from '../../domain/address-rule.ts';
import { accountLabel, apiKeyLabel, cleanupFinalizer, labelValue } from '../../domain/labels.ts';
import type { AdSpec } from '../../schema/ad-spec.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { RequestRules } from '../../schema/address-issues.ts';
import { camelKeys } from '../../schema/camel.ts';
import { parseRequest } from '../../schema/parse-request.ts';
import type { Reading } from '../../schema/read.ts';
import type { NewObject } from '../../objects/stored-object.ts';
import { invalid, json } from '../../http/answer.ts';
import type { Caller } from '../keys/callers.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotencyKeyIssues, idempotencyOf } from '../creating/idempotency.ts';
import type { ApiRequest, Handler } from '../route.ts';
import { admitJob, type AdmitDeps } from './admit-job.ts';
import { createAnswers } from './create-answers.ts';

export type CreateDeps = AdmitDeps &
  Pick<ApiDeps, 'prices' | 'newJobId' | 'publicUrl' | 'addressRules' | 'allowHttpCallbacks'>;

export function createAd(type: AdType, deps: CreateDeps): Handler {
  const answers = createAnswers(deps.publicUrl);
  const rules: RequestRules = {
    allowHttpCallback: deps.allowHttpCallbacks,
    addressRule: (url) => judgeUrl(url, deps.addressRules),
  };
  return async (request) => {
    const reading = readRequest(request, (body) => readAd(type, body, rules));
    if (!reading.ok) return invalid(reading.issues);
    const { ad, isDryRun } = reading.value;
    const caller = request.caller;
    const job = newAdJob(deps.newJobId(), ad, caller);
    const credits = type.credits(job.spec, deps.prices);
    if (credits === undefined) throw new Error('A valid request has no price.');
    if (isDryRun) {
      const { available } = await deps.ledger.balance(caller.account);
      const sufficient = available >= credits;
      return json(200, { valid: true, type: ad.type, credits: { required: credits, available, sufficient } });
    }
    const idempotency = idempotencyOf(request, ad.type);
    const admission = await admitJob({ job, caller, credits, idempotency }, deps);
    return answers(admission, { jobId: job.metadata.name, type: ad.type, credits });
  };
}

/** Returns the part of the AdJob's spec that the body of the request defines. */
function readAd({ name, field, request }: AdType, body: unknown, rules: RequestRules): Reading<AdSpec> {
  const reading = parseRequest(request, body, rules);
  if (!reading.ok) return reading;
  const { callback_url: callbackUrl, ...ad } = reading.value;
  return { ok: true, value: { type: name, ...(callbackUrl && { callbackUrl }), [field]: camelKeys(ad) } };
}

function readRequest(
  { headers, query, body }: ApiRequest,
  read: (body: unknown) => Reading<AdSpec>,
): Reading<{ ad: AdSpec; isDryRun: boolean }> {
  const headerIssues = idempotencyKeyIssues(headers['idempotency-key']);
  const [dryRun, ad] = [readDryRun(query), read(body)];
  if (ad.ok && dryRun.ok && headerIssues.length === 0) {
    return { ok: true, value: { ad: ad.value, isDryRun: dryRun.value } };
  }
  return { ok: false, issues: [...headerIssues, ...[dryRun, ad].flatMap((one) => (one.ok ? [] : one.issues))] };
}

function readDryRun(query: URLSearchParams): Reading<boolean> {
  const [given = 'false', ...more] = query.getAll('dry_run');
  if (more.length === 0 && (given === 'true' || given === 'false')) return { ok: true, value: given === 'true' };
  return {
    ok: false,
    issues: [
      {
        loc: ['query', 'dry_run'],
        msg: 'Use dry_run=true or dry_run=false, and give the parameter once.',
        type: 'not_one_of',
      },
    ],
  };
}

/**
 * Returns the AdJob to create. Its labels only help to list the jobs of an API key or an account; the references in its
 * spec are authoritative.
 */
function newAdJob(name: string, ad: AdSpec, { key, account }: Caller): NewObject<AdJobSpec> {
  return {
    metadata: {
      name,
      namespace: key.namespace,
      labels: { [apiKeyLabel]: labelValue(key.name), [accountLabel]: labelValue(account.name) },
      finalizers: [cleanupFinalizer],
    },
    spec: { ...ad, accountRef: { name: account.name }, apiKeyRef: { name: key.name } },
  };
}
