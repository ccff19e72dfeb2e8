import { z } from 'zod';
import { parseJson } from '../../domain/json-text.ts';
import { hashOf } from '../sign-in/secret-token.ts';
import type { PersonId } from '../sign-in/session.ts';
import type { ExpiringState } from '../state/port.ts';
import type { Viewer } from '../viewer.ts';
import {
  Bulk,
  Counts,
  countsOf,
  Draft,
  maySeeBulk,
  maySeeDraft,
  Progress,
  type BulkState,
  type ListedBulk,
  type SeenBulk,
} from './bulk-record.ts';

const minutes = 60_000;
const draftMs = 60 * minutes;
/** Maximum number of drafts of one person in `draftMs`. Each takes up to 40 KB. */
export const draftsMax = 100;
/** Time for which a bulk action can be looked at. */
export const bulkMs = 7 * 24 * 60 * minutes;
/**
 * Time after which a process that does not report any more counts as ended, so that another one may continue its bulk
 * action.
 */
export const leaseMs = 15_000;

/** Bulk actions in the state that all replicas share. */
export class BulkStore {
  readonly #state: ExpiringState;

  constructor(state: ExpiringState) {
    this.#state = state;
  }

  /** Stores a draft. Returns false if its person has too many. */
  async putDraft(id: string, draft: Draft): Promise<boolean> {
    if ((await this.#state.increment(draftsKeyOf(draft.by), draftMs)) > draftsMax) return false;
    await this.#state.set(`bulk-draft:${id}`, JSON.stringify(draft), draftMs);
    return true;
  }

  /** Returns a draft of this person. */
  async draft(id: string, viewer: Viewer): Promise<Draft | undefined> {
    const draft = await this.#read(`bulk-draft:${id}`, Draft);
    return draft !== undefined && maySeeDraft(draft, viewer) ? draft : undefined;
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
    // The claim is read first: a process stores its last progress before it releases its claim.
    const isClaimed = await this.#isClaimed(id);
    const progress = await this.progress(id);
    return { ...bulk, jobIds, progress, state: stateOf(progress, isClaimed) };
  }

  /** Returns the newest bulk actions that a person may see. */
  async newest(limit: number, viewer: Viewer): Promise<ListedBulk[]> {
    const all = await this.#state.list('bulk:');
    const read = all.flatMap(({ value }) => Bulk.safeParse(parseJson(value)).data ?? []);
    const seen = read.filter((bulk) => maySeeBulk(bulk, viewer)).sort((a, b) => b.createdMs - a.createdMs);
    return Promise.all(seen.slice(0, limit).map((bulk) => this.#listed(bulk)));
  }

  async progress(id: string): Promise<Progress> {
    return (await this.#read(`bulk-progress:${id}`, Progress)) ?? { outcomes: {}, isFinished: false };
  }

  async putProgress(id: string, progress: Progress): Promise<void> {
    await this.#state.set(`bulk-progress:${id}`, JSON.stringify(progress), bulkMs);
    await this.#state.set(`bulk-counts:${id}`, JSON.stringify(countsOf(progress)), bulkMs);
  }

  /** Makes a process the only one that runs a bulk action. Returns false if another one runs it. */
  claim(id: string, process: string): Promise<boolean> {
    return this.#state.setIfAbsent(claimKeyOf(id), process, leaseMs);
  }

  /** Extends the claim of a process. Returns false if the process has lost it. */
  renew(id: string, process: string): Promise<boolean> {
    return this.#state.replaceIf(claimKeyOf(id), process, process, leaseMs);
  }

  /** Ends the claim of a process. Does nothing if the process has lost it. */
  async release(id: string, process: string): Promise<void> {
    await this.#state.replaceIf(claimKeyOf(id), process, undefined, leaseMs);
  }

  async #listed(bulk: Bulk): Promise<ListedBulk> {
    const isClaimed = await this.#isClaimed(bulk.id);
    const counts = (await this.#read(`bulk-counts:${bulk.id}`, Counts)) ?? { ended: 0, isFinished: false };
    return { ...bulk, ...counts, state: stateOf(counts, isClaimed) };
  }

  async #isClaimed(id: string): Promise<boolean> {
    return (await this.#state.get(claimKeyOf(id))) !== undefined;
  }

  async #read<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
    return schema.safeParse(parseJson((await this.#state.get(key)) ?? '')).data;
  }
}

function claimKeyOf(id: string): string {
  return `bulk-run:${id}`;
}

function draftsKeyOf({ kind, subject }: PersonId): string {
  return `bulk-drafts:${hashOf(`${kind} ${subject}`)}`;
}

function stateOf({ isFinished }: Pick<Progress, 'isFinished'>, isClaimed: boolean): BulkState {
  return isFinished ? 'finished' : isClaimed ? 'running' : 'interrupted';
}
