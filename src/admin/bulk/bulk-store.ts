import { z } from 'zod';
import { parseJson } from '../../domain/json-text.ts';
import type { ExpiringState } from '../state/port.ts';
import type { Viewer } from '../viewer.ts';
import { bulkActions } from './bulk-action.ts';

const minutes = 60_000;
const draftMs = 60 * minutes;
/** Time for which a bulk action can be looked at. */
export const bulkMs = 7 * 24 * 60 * minutes;
/**
 * Time after which a process that does not report any more counts as ended, so that another one may continue its bulk
 * action.
 */
export const leaseMs = 15_000;

const Bulk = z.object({
  id: z.string(),
  action: z.enum(bulkActions),
  /** Who has started it. An owner of accounts sees only own bulk actions. */
  subject: z.string(),
  name: z.string().optional(),
  reason: z.string(),
  createdMs: z.number(),
  count: z.number(),
});
export type Bulk = z.infer<typeof Bulk>;

/** A bulk action that a person is asked to confirm. `jobIds` are the jobs that it will act on. */
const Draft = z.object({
  action: z.enum(bulkActions),
  subject: z.string(),
  jobIds: z.array(z.string()),
  skipped: z.record(z.string(), z.number()),
  excess: z.number(),
  /** Path and query of the list from which the jobs were chosen. */
  back: z.string(),
});
export type Draft = z.infer<typeof Draft>;

/** `outcomes` has a text for each finished job, by its id: `done`, or the reason why the action failed. */
const Progress = z.object({ outcomes: z.record(z.string(), z.string()), isFinished: z.boolean() });
export type Progress = z.infer<typeof Progress>;

/** A bulk action as a list shows it. */
export interface SeenBulk extends Bulk {
  jobIds: string[];
  progress: Progress;
  /** `interrupted`: the process that ran it has ended. A person can continue it. */
  state: 'running' | 'finished' | 'interrupted';
}

/** Bulk actions in the state that all replicas share. */
export class BulkStore {
  readonly #state: ExpiringState;

  constructor(state: ExpiringState) {
    this.#state = state;
  }

  putDraft(id: string, draft: Draft): Promise<void> {
    return this.#state.set(`bulk-draft:${id}`, JSON.stringify(draft), draftMs);
  }

  /** Returns a draft of this person. */
  async draft(id: string, { person }: Viewer): Promise<Draft | undefined> {
    const draft = await this.#read(`bulk-draft:${id}`, Draft);
    return draft?.subject === person.subject ? draft : undefined;
  }

  /** Stores a bulk action. Returns false if it exists already: its form was sent twice. */
  async create(bulk: Bulk, jobIds: readonly string[]): Promise<boolean> {
    // The jobs come first, so that a bulk action that exists has its jobs.
    await this.#state.setIfAbsent(`bulk-jobs:${bulk.id}`, JSON.stringify(jobIds), bulkMs);
    return this.#state.setIfAbsent(`bulk:${bulk.id}`, JSON.stringify(bulk), bulkMs);
  }

  async find(id: string, viewer: Viewer): Promise<SeenBulk | undefined> {
    const bulk = await this.#read(`bulk:${id}`, Bulk);
    if (bulk === undefined || !maySeeBulk(bulk, viewer)) return undefined;
    const jobIds = (await this.#read(`bulk-jobs:${id}`, z.array(z.string()))) ?? [];
    return { ...bulk, jobIds, ...(await this.#stateOf(id)) };
  }

  /** Returns the newest bulk actions that a person may see. */
  async newest(limit: number, viewer: Viewer): Promise<(Bulk & Pick<SeenBulk, 'progress' | 'state'>)[]> {
    const all = await this.#state.list('bulk:');
    const read = all.flatMap(({ value }) => Bulk.safeParse(parseJson(value)).data ?? []);
    const seen = read.filter((bulk) => maySeeBulk(bulk, viewer)).sort((a, b) => b.createdMs - a.createdMs);
    return Promise.all(seen.slice(0, limit).map(async (bulk) => ({ ...bulk, ...(await this.#stateOf(bulk.id)) })));
  }

  async progress(id: string): Promise<Progress> {
    return (await this.#read(`bulk-progress:${id}`, Progress)) ?? { outcomes: {}, isFinished: false };
  }

  putProgress(id: string, progress: Progress): Promise<void> {
    return this.#state.set(`bulk-progress:${id}`, JSON.stringify(progress), bulkMs);
  }

  /** Makes a process the only one that runs a bulk action. Returns false if another one runs it. */
  claim(id: string, process: string): Promise<boolean> {
    return this.#state.setIfAbsent(`bulk-run:${id}`, process, leaseMs);
  }

  /** Extends the claim of a process. Returns false if the process has lost it. */
  async renew(id: string, process: string): Promise<boolean> {
    if ((await this.#state.get(`bulk-run:${id}`)) !== process) return false;
    await this.#state.set(`bulk-run:${id}`, process, leaseMs);
    return true;
  }

  async release(id: string, process: string): Promise<void> {
    if ((await this.#state.get(`bulk-run:${id}`)) === process) await this.#state.delete(`bulk-run:${id}`);
  }

  async #stateOf(id: string): Promise<Pick<SeenBulk, 'progress' | 'state'>> {
    // The claim is read first: a process stores its last progress before it releases its claim.
    const isClaimed = (await this.#state.get(`bulk-run:${id}`)) !== undefined;
    const progress = await this.progress(id);
    return { progress, state: progress.isFinished ? 'finished' : isClaimed ? 'running' : 'interrupted' };
  }

  async #read<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
    return schema.safeParse(parseJson((await this.#state.get(key)) ?? '')).data;
  }
}

function maySeeBulk({ subject }: Bulk, { actor, person }: Viewer): boolean {
  return actor.kind === 'role' || subject === person.subject;
}
