/**
 * Checks that the API answered each request with at most one job, and returned each job for one request only. A storm
 * is a load test during which parts of the installation are killed or paused.
 */
import { acceptedJob, isCreate, type Exchange } from './evidence.ts';

export interface AnswersAudit {
  /** Number of requests; a request and its retries count once. */
  operations: number;
  /** Number of requests to which no client got a final answer. */
  unanswered: number;
  replays: number;
  findings: string[];
}

export function auditAnswers(exchanges: readonly Exchange[]): AnswersAudit {
  const creates = exchanges.filter(isCreate);
  const operations = Map.groupBy(
    creates,
    ({ sent }) => `${sent.key} ${sent.path} ${sent.idempotencyKey ?? sent.number}`,
  );
  return {
    operations: operations.size,
    unanswered: [...operations.values()].filter((all) => !all.some(isFinal)).length,
    replays: creates.filter(isReplay).length,
    findings: [
      ...[...operations.values()].flatMap(ofOperation),
      ...toldTwice(operations),
      ...exchanges.flatMap(brokenAnswer),
    ],
  };
}

/** Reports whether the client knows the outcome: it got an answer below 500. */
function isFinal({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status < 500;
}

function isReplay(exchange: Exchange): boolean {
  return acceptedJob(exchange) !== undefined && exchange.answer?.headers['idempotency-replayed'] === 'true';
}

function ofOperation(exchanges: Exchange[]): string[] {
  const accepted = exchanges.filter((exchange) => acceptedJob(exchange) !== undefined);
  const [first] = accepted;
  if (first === undefined) return [];
  const name = `${first.sent.key} with Idempotency-Key ${first.sent.idempotencyKey ?? 'absent'}`;
  const jobIds = new Set(accepted.map((exchange) => acceptedJob(exchange) ?? ''));
  const findings: string[] = [];
  if (jobIds.size > 1) findings.push(`Key ${name} got several jobs: ${[...jobIds].join(', ')}.`);
  const requests = new Set(accepted.map(({ sent }) => JSON.stringify(sent.request)));
  if (requests.size > 1)
    findings.push(`Key ${name}: job ${[...jobIds].join()} was returned for two different requests.`);
  if (accepted.filter((exchange) => !isReplay(exchange)).length > 1)
    findings.push(`Key ${name}: job ${[...jobIds].join()} was reported as new more than once.`);
  return findings;
}

function toldTwice(operations: ReadonlyMap<string, Exchange[]>): string[] {
  const owners = new Map<string, string>();
  const findings: string[] = [];
  for (const [operation, exchanges] of operations) {
    for (const jobId of new Set(exchanges.map(acceptedJob).filter((id) => id !== undefined))) {
      if (owners.has(jobId)) findings.push(`Job ${jobId} was returned for two requests.`);
      owners.set(jobId, operation);
    }
  }
  return findings;
}

/** Returns a finding if the response is a server error, unless it is a 503 with Retry-After. */
function brokenAnswer({ sent, answer }: Exchange): string[] {
  if (answer === undefined || answer.status < 500) return [];
  const isGood = answer.status === 503 && /^\d+$/.test(answer.headers['retry-after'] ?? '');
  return isGood
    ? []
    : [`Request ${sent.number} (${sent.method} ${sent.path}) got ${answer.status} without a Retry-After.`];
}
