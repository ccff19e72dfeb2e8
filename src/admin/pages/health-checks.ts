import { adAccountKind } from '../../domain/kinds.ts';
import type { Part } from '../../observability/readiness.ts';
import type { AdminDeps } from '../deps.ts';

/** Things that the dashboard depends on, in the order in which they are shown. */
export const checkNames = ['store', 'ledger', 'limiter', 'files', 'auditLog', 'state'] as const;

export interface Checked {
  name: (typeof checkNames)[number];
  state: Extract<Part['state'], 'ok' | 'failed'>;
  /** Time until the answer in milliseconds. Undefined if there was none. */
  tookMs: number | undefined;
}

export type CheckDeps = Pick<
  AdminDeps,
  'store' | 'ledger' | 'rateLimiter' | 'artifacts' | 'auditLog' | 'state' | 'namespace' | 'clock' | 'logger'
>;

/** Time limit of a check. */
const checkMsMax = 2_000;

/** Time for which the results of the checks are shown again. */
const keptMs = 5_000;

/**
 * Returns a function that reads a little from each thing that the dashboard depends on, from all at the same time. The
 * audit log and the state are checked by a write, because a full store can still be read. Calls of the next seconds
 * share its results, so that reloaded pages cost the stores nothing.
 */
export function createChecks(deps: CheckDeps): () => Promise<Checked[]> {
  let last: { startMs: number; results: Promise<Checked[]> } | undefined;
  return () => {
    const nowMs = deps.clock.monotonicMs();
    if (last === undefined || nowMs - last.startMs >= keptMs) last = { startMs: nowMs, results: runChecks(deps) };
    return last.results;
  };
}

function runChecks(deps: CheckDeps): Promise<Checked[]> {
  const { store, ledger, rateLimiter, artifacts, auditLog, state, namespace } = deps;
  // No object has these names, so nothing is read but the answer.
  const nothing = { namespace: namespace.name, name: 'health-check' };
  const reads: Record<Checked['name'], () => Promise<unknown>> = {
    store: () => store.get(adAccountKind, nothing),
    ledger: () => ledger.balance(nothing),
    limiter: () => rateLimiter.used([{ key: nothing, window: 'job-read' }]),
    files: () => artifacts.stat('health-check'),
    auditLog: () => auditLog.check(),
    state: () => state.set('health-check', '', keptMs),
  };
  return Promise.all(checkNames.map((name) => check(name, reads[name], deps)));
}

async function check(
  name: Checked['name'],
  read: () => Promise<unknown>,
  { clock, logger }: Pick<CheckDeps, 'clock' | 'logger'>,
): Promise<Checked> {
  const startMs = clock.monotonicMs();
  const answered = new AbortController();
  const timeout = clock.sleep(checkMsMax, answered.signal).then(() => {
    if (!answered.signal.aborted) throw new Error(`The check had no answer within ${checkMsMax} ms.`);
  });
  try {
    await Promise.race([read(), timeout]);
    return { name, state: 'ok', tookMs: clock.monotonicMs() - startMs };
  } catch (error) {
    logger.warn({ err: error, check: name }, 'a part that the dashboard depends on does not respond');
    return { name, state: 'failed', tookMs: undefined };
  } finally {
    answered.abort();
  }
}
