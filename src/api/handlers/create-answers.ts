import { json, problem, type Answer, type Headers } from '../../http/answer.ts';
import { storeUnavailable } from '../../http/retry-later.ts';
import type { OutcomeOf } from '../../operations/operation.ts';
import type { createJob } from '../../operations/jobs/create-job.ts';
import { ledgerLost } from '../failure-answers.ts';

/**
 * Returns a function that maps the outcome of a request to create a job to the response. A repeated request with the
 * same Idempotency-Key gets the same response body as the first request.
 */
export function createAnswers(publicUrl: string): (outcome: OutcomeOf<typeof createJob>, type: string) => Answer {
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '');
  const accepted = (jobId: string, type: string, headers: Headers = {}): Answer =>
    json(202, { job_id: jobId, type }, { Location: `${basePath}/jobs/${jobId}`, ...headers });
  return (outcome, type) => {
    switch (outcome.kind) {
      case 'done':
        return accepted(outcome.jobId, type);
      case 'replayed':
        return accepted(outcome.jobId, type, { 'Idempotency-Replayed': 'true' });
      case 'reused':
        return reused;
      case 'insufficient':
        return insufficient(outcome);
      case 'unavailable':
        return storeUnavailable;
      case 'lost':
        return ledgerLost;
      case 'not-found':
        return problem('not_found');
    }
  };
}

const reused = problem('idempotency_key_reused', {
  errors: [
    {
      loc: ['header', 'Idempotency-Key'],
      msg: 'Use a new Idempotency-Key for a new request, or repeat the first request without changes.',
      type: 'bad_value',
    },
  ],
});

function insufficient({ required, available }: { required: number; available: number }): Answer {
  const detail = `The job costs ${required} credits, but the account has ${available}. No job was created.`;
  return problem('insufficient_credits', { detail, members: { required, available } });
}
