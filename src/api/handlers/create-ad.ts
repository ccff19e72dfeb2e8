import type { AdType } from '../../ads/ad-type.ts';
import { judgeUrl } from '../../domain/address-rule.ts';
import { invalid, json } from '../../http/answer.ts';
import type { HttpRequest } from '../../http/route.ts';
import { createJob, priceOf, type CreateJobDeps } from '../../operations/jobs/create-job.ts';
import type { AdSpec } from '../../schema/ad-spec.ts';
import type { RequestRules } from '../../schema/address-issues.ts';
import { camelKeys } from '../../schema/camel.ts';
import { parseRequest } from '../../schema/parse-request.ts';
import type { Reading } from '../../schema/read.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotencyKeyIssues, idempotencyOf } from '../idempotency.ts';
import type { Handler } from '../route.ts';
import { createAnswers } from './create-answers.ts';

export type CreateDeps = CreateJobDeps & Pick<ApiDeps, 'ledger' | 'publicUrl' | 'addressRules' | 'allowHttpCallbacks'>;

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
    const { caller } = request;
    const { key, account, ledgerSeen } = caller;
    if (isDryRun) {
      const required = priceOf(ad, deps.prices);
      const { available } = await deps.ledger.balance(account);
      const credits = { required, available, sufficient: available >= required };
      return json(200, { valid: true, type: ad.type, credits });
    }
    const owner = { namespace: key.namespace, account: account.name, apiKey: key.name };
    const input = { ad, ...owner, ledgerSeen, idempotency: idempotencyOf(request) };
    return answers(await createJob.run(input, deps, { actor: caller }), ad.type);
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
  { headers, query, body }: HttpRequest<unknown>,
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
  const msg = 'Use dry_run=true or dry_run=false, and give the parameter once.';
  return { ok: false, issues: [{ loc: ['query', 'dry_run'], msg, type: 'not_one_of' }] };
}
