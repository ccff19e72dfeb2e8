import type { Logger } from 'pino';
import { z } from 'zod';
import type { PriceList } from '../../ads/price.ts';
import type { Clock } from '../../clock/port.ts';
import { writeIntent } from '../../domain/intent.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { accountLabel, apiKeyLabel, cleanupFinalizer, labelValue, traceAnnotation } from '../../domain/labels.ts';
import { requiredCredits } from '../../domain/pricing.ts';
import { isLedgerError, type AdmissionRequest, type AdmissionResult, type Ledger } from '../../ledger/port.ts';
import { keyText } from '../../objects/object-key.ts';
import type { NewObject } from '../../objects/stored-object.ts';
import type { AdSpec } from '../../schema/ad-spec.ts';
import { AdJobSpec } from '../../schema/adjob.ts';
import type { ObjectStore } from '../../store/port.ts';
import { currentTrace, withSpan } from '../../tracing/current-trace.ts';
import { formatTraceparent } from '../../tracing/trace-context.ts';
import { maySeeJob } from '../actor.ts';
import { defineOperation } from '../operation.ts';
import { notFound } from '../write-object.ts';
import type { AbortRetrier } from './abort-retrier.ts';
import type { BoundedBackground } from './bounded-background.ts';

const Ad = z.custom<AdSpec>((ad) => AdJobSpec.safeParse({ ...Object(ad), accountRef: { name: 'any' } }).success);

/**
 * Outcome of an admission. `unavailable`: the ledger did not answer whether it admitted the job (reserved its credits),
 * and the admission is being undone. `lost`: the ledger has lost its data, and the job was not admitted.
 */
type Admission = Exclude<AdmissionResult, { kind: 'given-up' }> | { kind: 'unavailable' } | { kind: 'lost' };

export type AdmissionOutcome = Admission['kind'];

export interface CreateJobDeps {
  ledger: Pick<Ledger, 'admit'>;
  store: Pick<ObjectStore, 'create'>;
  prices: PriceList;
  newJobId: () => string;
  /** Undoes admissions of unknown outcome. */
  aborts: Pick<AbortRetrier, 'add'>;
  /** Creates AdJobs in the background. */
  creations: Pick<BoundedBackground, 'run'>;
  admissions: { admitted(outcome: AdmissionOutcome): void };
  clock: Pick<Clock, 'monotonicMs'>;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Time limit for the admission of a job. If the admission took longer, this process does not create the AdJob, because
 * the controller may already have created it.
 */
const createWithinMs = 10_000;

/**
 * Admits a job (reserves its credits in the ledger) and starts to create its AdJob in the background. If the AdJob
 * cannot be created, the job stays admitted, and the controller creates the AdJob later.
 *
 * The caller has checked that the API key is valid and that its account is active, and counts the request against the
 * rate limit of the key.
 */
export const createJob = defineOperation({
  name: 'job.create',
  summary:
    'Create a job as an API key. Its price is reserved now, charged if the job succeeds, and released if it fails.',
  input: z.object({
    ...{ ad: Ad, namespace: z.string(), account: z.string(), apiKey: z.string() },
    /** Position of the ledger that the status of the account shows. A ledger behind it has lost data. */
    ledgerSeen: z.object({ epoch: z.string(), sequence: z.int() }).optional(),
    /** Requests of an API key for the same type of ad with the same idempotency key create one job. */
    idempotency: z.object({ key: z.string(), requestHash: z.string() }).optional(),
  }),
  right: { role: 'operator', key: true },
  effect: 'changes',
  run: async ({ ad, ledgerSeen: seen, idempotency, ...owner }, deps: CreateJobDeps, by) => {
    if (!maySeeJob(by.actor, owner)) return notFound;
    const { namespace, account, apiKey } = owner;
    const job = newAdJob(deps.newJobId(), ad, owner);
    const { name } = job.metadata;
    const credits = priceOf(ad, deps.prices);
    const change = {
      target: { kind: adJobKind.kind, namespace, name, account },
      after: { type: ad.type, account, apiKey, credits },
    };
    await by.announce?.(change);
    // The client's key is last, because it may contain the separator `/`.
    const scope = `${keyText({ namespace, name: apiKey })}/${ad.type}`;
    const request = idempotency && { ...idempotency, key: `${scope}/${idempotency.key}` };
    const payment = { account: { namespace, name: account }, credits, seen, idempotency: request };
    const admission = await admitInTime(job, payment, deps);
    if (admission.kind === 'accepted') return { kind: 'done' as const, jobId: name, change };
    return admission.kind === 'insufficient' ? { ...admission, required: credits } : admission;
  },
});

type Owner = Record<'namespace' | 'account' | 'apiKey', string>;

/** Returns the credits that a job for this ad costs if it succeeds. */
export function priceOf(ad: AdSpec, prices: PriceList): number {
  const credits = requiredCredits(ad, prices);
  if (credits === undefined) throw new Error('A valid request has no price.');
  return credits;
}

/**
 * Returns the AdJob to create. Its labels only help to list the jobs of an API key or an account; the references in its
 * spec are authoritative. An annotation names the span of the request, for the spans of the job.
 */
function newAdJob(name: string, ad: AdSpec, { namespace, account, apiKey }: Owner): NewObject<AdJobSpec> {
  const trace = currentTrace();
  return {
    metadata: {
      ...{ name, namespace },
      ...(trace && { annotations: { [traceAnnotation]: formatTraceparent(trace.context) } }),
      labels: { [apiKeyLabel]: labelValue(apiKey), [accountLabel]: labelValue(account) },
      finalizers: [cleanupFinalizer],
    },
    spec: { ...ad, accountRef: { name: account }, apiKeyRef: { name: apiKey } },
  };
}

interface Payment extends Pick<AdmissionRequest, 'account' | 'credits' | 'seen'> {
  idempotency: { key: string; requestHash: string } | undefined;
}

async function admitInTime(job: NewObject<AdJobSpec>, payment: Payment, deps: CreateJobDeps): Promise<Admission> {
  const beginMs = deps.clock.monotonicMs();
  const admission = await admit(job, payment, deps);
  deps.admissions.admitted(admission.kind);
  const isInTime = deps.clock.monotonicMs() - beginMs <= createWithinMs;
  if (admission.kind === 'accepted' && isInTime) createInBackground(job, deps);
  return admission;
}

async function admit(
  job: NewObject<AdJobSpec>,
  { idempotency, ...payment }: Payment,
  { ledger, aborts, logger }: CreateJobDeps,
): Promise<Admission> {
  const { name: jobId, namespace } = job.metadata;
  const origin = {
    ...{ kind: 'request' as const, object: { namespace, name: jobId }, intent: writeIntent(job) },
    ...(idempotency && { idempotency }),
  };
  try {
    const result = await withSpan('reserve credits', () => ledger.admit({ jobId, ...payment, origin }));
    return result.kind === 'given-up' ? { kind: 'unavailable' } : result;
  } catch (error) {
    if (isLedgerError(error, 'Lost')) return { kind: 'lost' };
    aborts.add(jobId);
    if (!isLedgerError(error)) throw error;
    logger.warn(
      { err: error, jobId },
      'the ledger did not answer whether it accepted the job; revoking the acceptance',
    );
    return { kind: 'unavailable' };
  }
}

function createInBackground(job: NewObject<AdJobSpec>, { store, creations, logger }: CreateJobDeps): void {
  const jobId = job.metadata.name;
  const isBegun = creations.run(() =>
    withSpan('create AdJob', () => store.create(adJobKind, job)).catch((error: unknown) => {
      logger.warn({ err: error, jobId }, 'failed to create the AdJob of an accepted job; the controller will retry');
    }),
  );
  if (!isBegun)
    logger.warn({ jobId }, 'too many AdJobs are being created at once; the controller will create this AdJob later');
}
