import { redrawAnnotation } from '../../domain/labels.ts';
import { decideRedrawRequest, type RedrawDecision } from '../../domain/redraw.ts';
import { isEndPhase } from '../../domain/terminal.ts';
import type { Needs } from '../operation.ts';
import { adJobs } from '../resource.ts';
import { editObject } from '../write-object.ts';
import { wantedJob } from './found-job.ts';
import { defineJobOperation } from './job-operation.ts';

type Refused = Extract<RedrawDecision, { kind: 'refused' }>;

/** In the outcome, `number` is the number of the redraw, whose state the controller writes to the AdJob. */
export const redrawJob = defineJobOperation({
  name: 'job.redraw',
  summary: 'Draw a finished job again from its stored brief. The controller runs the stage; nothing is charged.',
  right: { role: 'operator' },
  effect: 'changes',
  run: async (job, deps: Needs<'store'>, by) => {
    if (job.kind !== 'resource') return refused(isEndPhase(job.phase) ? 'job_archived' : 'job_not_finished');
    let number = 0;
    const outcome = await editObject({ store: deps.store, by }, adJobs, wantedJob(job), (object) => {
      const decision = decideRedrawRequest(object);
      if (decision.kind === 'refused') return { instead: decision };
      number = decision.number;
      return { edit: { annotations: { [redrawAnnotation]: decision.annotation } } };
    });
    return outcome.kind === 'done' ? { ...outcome, number } : outcome;
  },
});

function refused(code: Refused['code']): Refused {
  return { kind: 'refused', code };
}
