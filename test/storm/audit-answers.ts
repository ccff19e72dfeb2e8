/** Was the same request told the same job, and a job told to one request alone? */
import { acceptedJob, isCreate, type Exchange } from './evidence.ts';

export interface AnswersAudit {
  /** Requests of clients, however often each was sent. */
  operations: number;
  /** Those whose outcome no client knows. */
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

/** The client knows what became of it. */
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
  if (jobIds.size > 1) findings.push(`Key ${name} was told several jobs: ${[...jobIds].join(', ')}.`);
  const requests = new Set(accepted.map(({ sent }) => JSON.stringify(sent.request)));
  if (requests.size > 1) findings.push(`Key ${name}: job ${[...jobIds].join()} was told for two requests that differ.`);
  if (accepted.filter((exchange) => !isReplay(exchange)).length > 1)
    findings.push(`Key ${name}: job ${[...jobIds].join()} was told to be new more than once.`);
  return findings;
}

function toldTwice(operations: ReadonlyMap<string, Exchange[]>): string[] {
  const owners = new Map<string, string>();
  const findings: string[] = [];
  for (const [operation, exchanges] of operations) {
    for (const jobId of new Set(exchanges.map(acceptedJob).filter((id) => id !== undefined))) {
      if (owners.has(jobId)) findings.push(`Job ${jobId} was told to two requests.`);
      owners.set(jobId, operation);
    }
  }
  return findings;
}

/** A 503 says when to come back, and nothing else goes wrong. */
function brokenAnswer({ sent, answer }: Exchange): string[] {
  if (answer === undefined || answer.status < 500) return [];
  const isGood = answer.status === 503 && /^\d+$/.test(answer.headers['retry-after'] ?? '');
  return isGood
    ? []
    : [`Request ${sent.number} (${sent.method} ${sent.path}) was answered ${answer.status} without a Retry-After.`];
}
