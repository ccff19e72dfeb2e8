import type { z } from 'zod';
import { attemptFiles, fileNamed, newestFiles, type StoredFile } from '../../../operations/jobs/stored-files.ts';
import { storedModelCalls, type StoredModelCall } from '../../../operations/jobs/stored-model-calls.ts';
import { requestKey } from '../../../domain/artifact-keys.ts';
import { parseJson } from '../../../domain/json-text.ts';
import { listDeliveries } from '../../../operations/jobs/list-deliveries.ts';
import { listJobEntries } from '../../../operations/jobs/list-job-entries.ts';
import type { FoundJob } from '../../../operations/jobs/found-job.ts';
import { showJob } from '../../../operations/jobs/read-jobs.ts';
import type { HistoryEntry } from '../../../ledger/port.ts';
import type { DeliveryStatus } from '../../../schema/adjob.ts';
import { BriefFile } from '../../../schema/brief-file.ts';
import { briefFiles, madeFileName } from '../../../schema/drawn-files.ts';
import { FilmScript } from '../../../schema/film-script.ts';
import { MadeFile } from '../../../schema/made-file.ts';
import type { AdminDeps } from '../../deps.ts';
import type { Viewer } from '../../viewer.ts';
import { knownJob, type KnownJob } from './known-job.ts';
import { LooseBrand } from './loose-brand.ts';

export type JobDataDeps = Pick<AdminDeps, 'jobs' | 'store' | 'archive' | 'ledger' | 'artifacts' | 'clock' | 'logger'>;

/** Everything that the page of a job shows. A part that could not be read is `unavailable`. */
export interface JobData {
  job: KnownJob;
  delivery: DeliveryStatus | undefined | 'unavailable';
  entries: readonly HistoryEntry[] | 'unavailable';
  files: readonly StoredFile[] | 'unavailable';
  /** Spec of the AdJob as the stages got it, in camelCase. */
  request: Record<string, unknown> | undefined;
  made: MadeFile | undefined;
  brief: BriefFile | undefined;
  script: FilmScript | undefined;
  brand: LooseBrand | undefined;
  /** Calls of models, in the order in which they began. */
  calls: readonly StoredModelCall[];
}

/** Largest file of a job that is read as a whole, in bytes. */
const jsonBytesMax = 4 * 1024 * 1024;

/** Finds a job that the viewer may see. */
export async function findKnownJob(
  jobId: string,
  viewer: Viewer,
  deps: Pick<JobDataDeps, 'jobs' | 'store'>,
): Promise<KnownJob | undefined> {
  return (await findJob(jobId, viewer, deps))?.job;
}

/** Finds a job that the viewer may see. `found` has its AdJob, so that operations need not read it again. */
async function findJob(jobId: string, { actor }: Viewer, deps: Pick<JobDataDeps, 'jobs' | 'store'>) {
  const outcome = await showJob.run({ jobId }, deps, { actor });
  if (outcome.kind !== 'done') return undefined;
  const { job, object } = outcome;
  const found: FoundJob = job.kind === 'resource' && object !== undefined ? { ...job, object } : job;
  return { job: knownJob(job, object), found };
}

/** Reads a job and its files. Returns undefined if the job does not exist or the viewer may not see it. */
export async function readJobData(jobId: string, viewer: Viewer, deps: JobDataDeps): Promise<JobData | undefined> {
  const known = await findJob(jobId, viewer, deps);
  if (known === undefined) return undefined;
  const { job, found } = known;
  const [by, once] = [{ actor: viewer.actor }, { ...deps, jobs: { find: () => Promise.resolve(found) } }];
  const orUnavailable = <T>(part: string, read: Promise<T>): Promise<T | 'unavailable'> =>
    read.catch((error: unknown) => {
      deps.logger.warn({ err: error, jobId: job.jobId, part }, 'failed to read a part of a job for its page');
      return 'unavailable' as const;
    });
  const [deliveries, entries, all] = await Promise.all([
    orUnavailable('deliveries', listDeliveries.run({ jobId }, once, by)),
    orUnavailable('ledger', listJobEntries.run({ jobId }, once, by)),
    orUnavailable('files', attemptFiles(job.jobId, deps.artifacts)),
  ]);
  const files = all === 'unavailable' ? all : newestFiles(all);
  const [contents, calls] = await Promise.all([
    readContents(job, files === 'unavailable' ? [] : files, deps),
    storedModelCalls(all === 'unavailable' ? [] : all, deps.artifacts),
  ]);
  return {
    job,
    delivery: deliveries === 'unavailable' ? deliveries : 'delivery' in deliveries ? deliveries.delivery : undefined,
    entries: entries === 'unavailable' ? entries : 'entries' in entries ? entries.entries : [],
    ...{ files, calls },
    ...contents,
  };
}

type Contents = Pick<JobData, 'request' | 'made' | 'brief' | 'script' | 'brand'>;

async function readContents(job: KnownJob, files: readonly StoredFile[], deps: JobDataDeps): Promise<Contents> {
  const keyOf = (name: string): string | undefined => fileNamed(files, name)?.key;
  const read = async (key: string | undefined): Promise<unknown> => {
    const bytes = key === undefined ? undefined : await deps.artifacts.get(key, jsonBytesMax).catch(() => undefined);
    return bytes && parseJson(bytes.toString('utf8'));
  };
  const [brief, made, script, brand, request] = await Promise.all([
    read(keyOf(briefFiles.brief)),
    read(keyOf(madeFileName)),
    read(keyOf('script.json')),
    read(keyOf('brand.json')),
    job.object?.spec ?? read(requestKey(job.jobId)),
  ]);
  return {
    request: isRecord(request) ? request : undefined,
    made: parsed(MadeFile, made),
    brief: parsed(BriefFile, brief),
    script: parsed(FilmScript, script),
    brand: brandOf([isRecord(brief) ? brief['evidence'] : undefined, job.response?.['brand'], brand]),
  };
}

function brandOf(values: readonly unknown[]): LooseBrand | undefined {
  const value = values.find(isRecord);
  return value && LooseBrand.parse(value);
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | undefined {
  return schema.safeParse(value).data;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
