import { z } from 'zod';
import { keyText } from '../../objects/object-key.ts';
import { mayRun } from '../../operations/actor.ts';
import { isSamePerson } from '../sign-in/session.ts';
import type { Viewer } from '../viewer.ts';
import { bulkActions, bulkOperations } from './bulk-action.ts';

const common = {
  action: z.enum(bulkActions),
  /** Person who started the bulk action. An owner sees only their own bulk actions. */
  by: z.object({ kind: z.string(), subject: z.string() }),
  /** The accounts of its jobs, as `namespace/name`. An owner sees it only with a right to all of them. */
  accounts: z.array(z.string()),
};

export const Bulk = z.object({
  ...common,
  id: z.string(),
  name: z.string().optional(),
  reason: z.string(),
  createdMs: z.number(),
  count: z.number(),
});
export type Bulk = z.infer<typeof Bulk>;

/** A bulk action that a person is asked to confirm. `jobIds` are the jobs that it will act on. */
export const Draft = z.object({
  ...common,
  jobIds: z.array(z.string()),
  skipped: z.record(z.string(), z.number()),
  excess: z.number(),
  /** Path and query of the list from which the jobs were chosen. */
  back: z.string(),
});
export type Draft = z.infer<typeof Draft>;

/**
 * `outcomes` has a text for each finished job, by its id: `done`, or the reason why the action failed. `isRightLost`: it
 * has stopped, because its person had signed out or was not allowed to run it any more.
 */
export const Progress = z.object({
  outcomes: z.record(z.string(), z.string()),
  isFinished: z.boolean(),
  isRightLost: z.boolean().optional(),
});
export type Progress = z.infer<typeof Progress>;

/** Progress for a list, which does not read the outcome of each job. */
export const Counts = z.object({ ended: z.number(), isFinished: z.boolean() });
export type Counts = z.infer<typeof Counts>;

export function countsOf({ outcomes, isFinished }: Progress): Counts {
  return { ended: Object.keys(outcomes).length, isFinished };
}

/** `interrupted`: no process runs it, although it is not finished. A person can continue it. */
export type BulkState = 'running' | 'finished' | 'interrupted';

export type ListedBulk = Bulk & Counts & { state: BulkState };

/** A bulk action with its jobs. */
export interface SeenBulk extends Bulk {
  jobIds: string[];
  progress: Progress;
  state: BulkState;
}

/** Reports whether the person has made the draft and may still see all its jobs. */
export function maySeeDraft({ by, accounts }: Pick<Draft, 'by' | 'accounts'>, viewer: Viewer): boolean {
  return isSamePerson(by, viewer.person) && maySeeAccounts(accounts, viewer);
}

/** Reports whether the person may see a bulk action. People with a role see those of everyone. */
export function maySeeBulk(bulk: Pick<Bulk, 'by' | 'accounts'>, viewer: Viewer): boolean {
  return viewer.actor.kind === 'role' || maySeeDraft(bulk, viewer);
}

/** Reports whether the person may run the action on all its jobs. */
export function mayRunBulk({ action, accounts }: Pick<Bulk, 'action' | 'accounts'>, viewer: Viewer): boolean {
  return mayRun(bulkOperations[action].right, viewer.actor) && maySeeAccounts(accounts, viewer);
}

function maySeeAccounts(accounts: readonly string[], { actor }: Viewer): boolean {
  if (actor.kind === 'role') return true;
  const own = new Set(actor.accounts.map(keyText));
  return accounts.every((account) => own.has(account));
}
