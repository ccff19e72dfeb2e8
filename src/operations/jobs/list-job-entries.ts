import type { Balances, HistoryEntry } from '../../ledger/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { defineJobOperation } from './job-operation.ts';
import { timesOf, type JobTimes } from './job-times.ts';
import type { Needs } from '../operation.ts';
import { adJobKind } from '../../domain/kinds.ts';

type Deps = Needs<'store'> & { ledger: Pick<Balances, 'history'> };

const pageSize = 100;
/** Maximum number of pages that are read for one moment of a job, so that a busy account costs a bounded time. */
const pagesMax = 10;
/** Maximum difference in milliseconds between the clock of the ledger and the times of a job. */
const clockSkewMs = 5_000;
/** Time in milliseconds after the end of a job in which its charge is searched if it is not beside the end. */
const lateMs = 10 * 60_000;

/**
 * The ledger stores the history by account and time, not by job. The entries of a job are therefore searched around the
 * creation and the end of the job.
 */
export const listJobEntries = defineJobOperation({
  name: 'job.list_entries',
  summary: 'Read the entries of a job in the history of its account: its reservation, and its charge or release.',
  right: { role: 'viewer', owner: true, key: true },
  effect: 'reads',
  run: async (job, { ledger, store }: Deps) => {
    const { jobId, namespace, account } = job;
    const object = job.kind === 'resource' ? (job.object ?? (await store.get(adJobKind, job))) : undefined;
    const payer = account ?? object?.spec.accountRef.name;
    if (payer === undefined) return { kind: 'done' as const, entries: [] };
    const searched = { jobId, account: { namespace, name: payer }, ledger };
    const found = new Map<string, HistoryEntry>();
    for (const { atMs, afterMs, isNeeded } of momentsOf(timesOf(job, object))) {
      if (!isNeeded([...found.values()])) continue;
      const entries = await entriesBetween({ fromMs: atMs - clockSkewMs, untilMs: atMs + afterMs }, searched);
      for (const entry of entries) found.set(entry.id, entry);
    }
    return { kind: 'done' as const, entries: [...found.values()].toSorted((a, b) => a.time.localeCompare(b.time)) };
  },
});

interface Moment {
  atMs: number;
  afterMs: number;
  isNeeded: (found: readonly HistoryEntry[]) => boolean;
}

function momentsOf({ createdMs, completedMs }: JobTimes): Moment[] {
  const isOpen: Moment['isNeeded'] = (found) => !found.some(({ kind }) => kind === 'settle' || kind === 'release');
  const ends =
    completedMs === undefined ? [] : [clockSkewMs, lateMs].map((afterMs) => ({ atMs: completedMs, afterMs }));
  return [
    ...(createdMs === undefined ? [] : [{ atMs: createdMs, afterMs: clockSkewMs, isNeeded: () => true }]),
    ...ends.map((end) => ({ ...end, isNeeded: isOpen })),
  ];
}

interface Searched {
  jobId: string;
  account: ObjectKey;
  ledger: Deps['ledger'];
}

async function entriesBetween(
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
  { jobId, account, ledger }: Searched,
): Promise<HistoryEntry[]> {
  const found: HistoryEntry[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await ledger.history(account, { limit: pageSize, cursor, until: new Date(untilMs) });
    found.push(...page.entries.filter((entry) => entry.jobId === jobId));
    cursor = page.cursor;
    if (cursor === undefined || Date.parse(page.entries.at(-1)?.time ?? '') < fromMs) break;
  }
  return found;
}
