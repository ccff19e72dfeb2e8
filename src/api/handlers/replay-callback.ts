import { replaysPerHour } from '../../domain/replay.ts';
import { json, problem } from '../../http/answer.ts';
import { replayCallback as operation } from '../../operations/jobs/replay-callback.ts';
import type { ApiDeps } from '../deps.ts';
import { deliveriesView } from '../jobs/deliveries-view.ts';
import { jobIdOf, type Handler } from '../route.ts';

/** Requests that the callback of a finished job is sent again. The controller sends it. */
export function replayCallback(deps: Pick<ApiDeps, 'jobs' | 'store' | 'archive' | 'clock' | 'changes'>): Handler {
  return async (request) => {
    const outcome = await operation.run(jobIdOf(request), deps, { actor: request.caller });
    switch (outcome.kind) {
      case 'done':
        deps.changes.file(operation.name, outcome.change, request);
        return json(202, deliveriesView(outcome.delivery));
      case 'refused':
        return problem(outcome.code);
      case 'limited':
        return problem('rate_limited', {
          detail: `The callback of this job was already replayed ${replaysPerHour} times within the last hour.`,
          headers: { 'Retry-After': String(outcome.retryAfterSeconds) },
        });
      case 'not-found':
        return problem('job_not_found');
    }
  };
}
