/**
 * The evidence that the auditor compares: log lines of clients, AdJobs, archive records and ledger entries, in the
 * formats in which users see them. This file uses no code of `src`, so that the audit is independent.
 */
import { z } from 'zod';

/** A request. It is logged before it is sent. */
const Sent = z.object({
  event: z.literal('sent'),
  number: z.int(),
  timeMs: z.number(),
  replica: z.int(),
  /** Name of the API key that was used. */
  key: z.string(),
  account: z.string(),
  method: z.string(),
  path: z.string(),
  /** Present for creates. */
  idempotencyKey: z.string().optional(),
  request: z.unknown(),
  /** Price of a create according to the price list. */
  credits: z.int().optional(),
});
export type Sent = z.infer<typeof Sent>;

const Answered = z.object({
  event: z.literal('answered'),
  number: z.int(),
  timeMs: z.number(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
});

/** A request that got no response. */
const Lost = z.object({ event: z.literal('lost'), number: z.int(), timeMs: z.number(), error: z.string() });

/** A fault in the installation, or an action with kubectl. */
const Fault = z.object({
  event: z.literal('fault'),
  timeMs: z.number(),
  fault: z.string(),
  /** Id of the job that the action concerns. */
  jobId: z.string().optional(),
});
export type Fault = z.infer<typeof Fault>;

export const LogLine = z.discriminatedUnion('event', [Sent, Answered, Lost, Fault]);
export type LogLine = z.infer<typeof LogLine>;

/** A request and its response, if there was one. */
export interface Exchange {
  sent: Sent;
  answer: z.infer<typeof Answered> | undefined;
}

/** Fields of an AdJob as kubectl prints it. */
export const JobResource = z.object({
  metadata: z.object({ name: z.string(), uid: z.string(), deletionTimestamp: z.string().optional() }),
  spec: z.object({ accountRef: z.object({ name: z.string() }) }),
  status: z
    .object({
      phase: z.string().optional(),
      jobId: z.string().optional(),
      credits: z.object({ required: z.int().optional(), charged: z.int().optional() }).optional(),
    })
    .optional(),
});
export type JobResource = z.infer<typeof JobResource>;

/** Fields of an archive record as its file contains it. */
export const JobRecord = z.object({
  jobId: z.string(),
  account: z.string(),
  phase: z.string(),
  credits: z.object({ required: z.int(), charged: z.int() }),
});
export type JobRecord = z.infer<typeof JobRecord>;

export const LedgerEntry = z.object({
  id: z.string(),
  kind: z.enum(['grant', 'reserve', 'settle', 'release']),
  amount: z.int(),
  job_id: z.string().nullable(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Balance and history of an account, from all pages of `GET /credits`, with the oldest entry first. */
export interface AccountLedger {
  name: string;
  /** Sum of the grants in `spec.creditGrants` of the AdAccount. */
  grantsOfResource: number;
  granted: number;
  reserved: number;
  spent: number;
  available: number;
  entries: LedgerEntry[];
}

export interface Evidence {
  log: LogLine[];
  resources: JobResource[];
  records: JobRecord[];
  accounts: AccountLedger[];
}

export function exchangesOf(log: readonly LogLine[]): Exchange[] {
  const exchanges = new Map<number, Exchange>();
  for (const line of log) if (line.event === 'sent') exchanges.set(line.number, { sent: line, answer: undefined });
  for (const line of log) {
    const exchange = line.event === 'answered' ? exchanges.get(line.number) : undefined;
    if (exchange !== undefined && line.event === 'answered') exchange.answer = line;
  }
  return [...exchanges.values()];
}

export function isCreate({ sent }: Exchange): boolean {
  return sent.method === 'POST' && sent.path.startsWith('/create_');
}

const Accepted = z.object({ job_id: z.string() });

/** Returns the job id of a create that was accepted with 202. */
export function acceptedJob(exchange: Exchange): string | undefined {
  if (!isCreate(exchange) || exchange.answer?.status !== 202) return undefined;
  return Accepted.parse(exchange.answer.body).job_id;
}
