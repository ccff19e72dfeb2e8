import { adTypes } from '#ad-types';
import { stageNames } from '../../domain/pipelines.ts';
import { isJobErrorCode } from '../../errors/job-errors.ts';
import { keyText } from '../../objects/object-key.ts';
import type { Actor } from '../../operations/actor.ts';
import { jobPhases, type JobPhase } from '../../schema/adjob.ts';
import {
  checkOrder,
  readAddress,
  readChoice,
  readEndTime,
  readName,
  readText,
  readTime,
  type ReadAddress,
  type Readers,
} from '../forms/address-values.ts';
import type { JobRow } from './job-row.ts';
import { hasText, isOfAccount, rowMatcher } from './row-matcher.ts';
import { waitCauses, type WaitCause } from './wait-cause.ts';

/** Filter of a list of jobs. An absent field matches all jobs. */
export interface JobFilter {
  /** Name of an account, alone or after its namespace and a slash. */
  account?: string | undefined;
  key?: string | undefined;
  type?: string | undefined;
  phase?: JobPhase | undefined;
  code?: string | undefined;
  stage?: string | undefined;
  /** First and last creation time, both inclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
  waits?: WaitCause | undefined;
  /** Part of the brand or product, or start of the job id or of the name of the AdJob. */
  text?: string | undefined;
  /** Id of a bulk action: only its jobs. */
  bulk?: string | undefined;
}

export type ReadFilter = ReadAddress<JobFilter>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const readers: Readers<JobFilter> = {
  account: readName,
  key: readName,
  type: (text) =>
    readChoice(
      text,
      adTypes.map(({ name }) => name),
    ),
  phase: (text) => readChoice(text, jobPhases),
  code: (text) => (isJobErrorCode(text) ? { value: text } : { fault: 'unknown' }),
  stage: (text) => readChoice(text, stageNames),
  from: readTime,
  to: readEndTime,
  waits: (text) => readChoice(text, waitCauses),
  text: readText,
  bulk: (text) => (uuid.test(text) ? { value: text } : { fault: 'not-found' }),
};

/** Reads the filter of an address. A broken value is reported and does not apply; the others apply. */
export function readJobFilter(query: URLSearchParams): ReadFilter {
  const read = readAddress(query, readers);
  checkOrder(read);
  return read;
}

/** Reports whether an actor may know of a job. It is `maySeeJob` for many rows. */
export function rowsSeenBy(actor: Actor): (row: JobRow) => boolean {
  if (actor.kind === 'role') return () => true;
  const own = new Set((actor.kind === 'owner' ? actor.accounts : []).map(keyText));
  return ({ owner }) => own.has(owner.accountKey);
}

interface Facts {
  /** Returns what a job waits for, with the kind of slot. */
  waitOf: (row: JobRow) => WaitCause | undefined;
  /** Ids of the jobs of the bulk action that the filter names. */
  bulkJobs: ReadonlySet<string> | undefined;
}

/** Returns a function that reports whether a row matches the filter. */
export function matcherOf(filter: JobFilter, { waitOf, bulkJobs }: Facts): (row: JobRow) => boolean {
  return rowMatcher<JobFilter>(filter, {
    account: isOfAccount,
    key: ({ owner }, wanted) =>
      owner.apiKey !== undefined && (wanted.includes('/') ? `${owner.namespace}/` : '') + owner.apiKey === wanted,
    type: ({ standing }, wanted) => standing.type === wanted,
    phase: ({ standing }, wanted) => standing.phase === wanted,
    code: ({ standing }, wanted) => standing.code === wanted,
    stage: ({ standing }, wanted) => standing.stage === wanted,
    from: ({ createdSeconds }, wanted) => createdSeconds * 1_000 >= wanted.getTime(),
    to: ({ createdSeconds }, wanted) => createdSeconds * 1_000 <= wanted.getTime(),
    waits: (row, wanted) => waitOf(row) === wanted,
    text: hasText,
    bulk: ({ jobId }) => bulkJobs === undefined || bulkJobs.has(jobId),
  });
}
