import type { RequestListener } from 'node:http';
import { AuditLogUnavailable } from '../audit-log/port.ts';
import { problem, type Answer } from '../http/answer.ts';
import { createListener, createRefusal, type ListenerOptions } from '../http/listener.ts';
import { createObserver } from '../http/middleware/access-log.ts';
import type { Checks } from '../http/serve.ts';
import { isLedgerError } from '../ledger/port.ts';
import { isStoreError } from '../objects/store-error.ts';
import { mayRun } from '../operations/actor.ts';
import type { AdminContract } from './contract.ts';
import type { AdminDeps } from './deps.ts';
import { probePaths } from './pages/probes.ts';
import { createRoutes } from './routes.ts';
import { withDrafts } from './sign-in/filled-pages.ts';
import { isFromOwnPage } from './sign-in/own-page.ts';
import { StateUnavailable } from './state/port.ts';
import { texts } from './texts/texts.ts';
import type { Viewer } from './viewer.ts';
import { foreignRequestPage, notAllowedPage, renderProblem } from './web/problem-page.ts';
import { withSecurityHeaders } from './web/security-headers.ts';

/** Returns the dashboard as a request listener. Refuses requests from other sites that would change something. */
export function createAdminApp(deps: AdminDeps): RequestListener {
  const { publicUrl, clock, logger, newRequestId, metrics } = deps;
  const observe = createObserver({
    ...{ logger, metrics, clock, probes: new Set(Object.values(probePaths)) },
    metricName: 'adwright_admin_request_duration_seconds',
  });
  const listener: ListenerOptions = {
    ...{ publicUrl, clock, logger, newRequestId, observe, answerFor },
    crossOrigin: { origins: [], requestHeaders: [], answerHeaders: [] },
    renderProblem: (found, request) => renderProblem(found, request, deps),
  };
  const app = createListener(listener, withDrafts(createRoutes(deps), deps), createChecks(deps));
  const refusal = createRefusal(listener, () => foreignRequestPage(deps));
  return withSecurityHeaders((request, response) => {
    const serve = isFromOwnPage(request, publicUrl) ? app : refusal;
    serve(request, response);
  });
}

/** Header of requests that a page makes by itself, so they are no activity of the person. */
const passiveHeader = 'adwright-passive';

/** A store does not respond. Such outages are usually short. */
const away = problem('unavailable', { detail: texts.problems.away, headers: { 'Retry-After': '2' } });

/** Returns the response to a request whose handler threw the error. Returns undefined for an internal error (500). */
function answerFor(error: unknown): Answer | undefined {
  if (isLedgerError(error, 'Lost')) return problem('ledger_lost');
  const isLogAway = error instanceof StateUnavailable || error instanceof AuditLogUnavailable;
  const isStoreAway = isStoreError(error, 'Unavailable') || isLedgerError(error, 'Unavailable');
  return isLogAway || isStoreAway ? away : undefined;
}

function createChecks(deps: AdminDeps): Checks<Viewer, AdminContract> {
  return {
    authenticate: async (request, contract) => {
      const isPassive = contract.isPassive === true || request.headers[passiveHeader] !== undefined;
      const identified = await deps.authenticate(request, { ...contract, isPassive });
      if (identified.kind === 'refused' || isAllowed(contract, identified.caller)) return identified;
      return { kind: 'refused', answer: notAllowedPage(request, identified.caller, deps) };
    },
    count: () => Promise.resolve({ headers: {} }),
  };
}

function isAllowed({ right }: AdminContract, { actor }: Viewer): boolean {
  return right === undefined || mayRun(right, actor);
}
