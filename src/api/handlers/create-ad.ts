import { judgeUrl } from '../../domain/address-rule.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { accountLabel, apiKeyLabel, cleanupFinalizer, labelValue } from '../../domain/labels.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { RequestRules } from '../../schema/address-issues.ts';
import type { Reading } from '../../schema/read.ts';
import type { NewObject } from '../../store/port.ts';
import { invalid, json } from '../answer.ts';
import type { Caller } from '../callers.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotencyKeyIssues } from '../idempotency-key.ts';
import type { Handler } from '../route.ts';

export type CreateDeps = Pick<ApiDeps, 'store' | 'newJobId' | 'publicUrl' | 'egressAllow' | 'allowHttpCallbacks'>;

/** What a request of one type says of its AdJob; who asked comes from the key. */
export type AdSpec = Omit<AdJobSpec, 'accountRef' | 'apiKeyRef'>;

/** What both creates share. `read` is the type's own reading of a body. */
export function createAd(read: (body: unknown, rules: RequestRules) => Reading<AdSpec>, deps: CreateDeps): Handler {
  const basePath = new URL(deps.publicUrl).pathname.replace(/\/$/, '');
  const rules: RequestRules = {
    allowHttpCallback: deps.allowHttpCallbacks,
    addressRule: (url) => judgeUrl(url, deps.egressAllow),
  };
  return async ({ headers, body, caller }) => {
    const reading = read(body, rules);
    const headerIssues = idempotencyKeyIssues(headers['idempotency-key']);
    if (!reading.ok) return invalid([...headerIssues, ...reading.issues]);
    if (headerIssues.length > 0) return invalid(headerIssues);
    const name = deps.newJobId();
    await deps.store.create(adJobKind, newAdJob(name, reading.value, caller()));
    return json(202, { job_id: name, type: reading.value.type }, { Location: `${basePath}/jobs/${name}` });
  };
}

/** The labels make the jobs of a key or an account easy to list; what counts is in the spec. */
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
