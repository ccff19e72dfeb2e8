import { adJobKind } from '../../domain/kinds.ts';
import { accountLabel, apiKeyLabel, cleanupFinalizer, labelValue } from '../../domain/labels.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { NewObject } from '../../store/port.ts';
import { invalid, json } from '../answer.ts';
import type { Caller } from '../callers.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotencyKeyIssues } from '../idempotency-key.ts';
import type { Handler } from '../route.ts';

type CreateDeps = Pick<ApiDeps, 'store' | 'newJobId' | 'publicUrl'>;

/** What both creates share; `read` is the type's own reading of a body. */
export function createAd(read: ReadAd, deps: CreateDeps): Handler {
  const basePath = new URL(deps.publicUrl).pathname.replace(/\/$/, '');
  return async ({ headers, body, caller }) => {
    const ad = read(body);
    const issues = [...idempotencyKeyIssues(headers['idempotency-key']), ...(ad.kind === 'invalid' ? ad.issues : [])];
    if (ad.kind === 'invalid' || issues.length > 0) return invalid(issues);
    const name = deps.newJobId();
    await deps.store.create(adJobKind, newAdJob(name, ad.spec, caller()));
    return json(202, { job_id: name, type: ad.spec.type }, { Location: `${basePath}/jobs/${name}` });
  };
}

/** The labels make a key's and an account's jobs easy to list; what counts is in the spec. */
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
