import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { compactUid } from '../../domain/compact-identity.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { jobIdFrom, madeAtMs } from '../../domain/job-id.ts';
import type { ObjectCache } from '../../runtime/object-cache.ts';
import { Reflector } from '../../runtime/reflector.ts';
import type { ObjectStore } from '../../store/port.ts';
import { createRowMaker, type JobRow } from './job-row.ts';
import { NewestFiles, offerFile } from './newest-files.ts';
import { OrderedRows } from './ordered-rows.ts';

/** Change of one job. `before` is undefined for a new job, and `row` for a deleted one. */
export interface RowChange {
  before: JobRow | undefined;
  row: JobRow | undefined;
}

/** A row for every AdJob, in the order of their creation. */
export class JobTable {
  readonly #rows = new OrderedRows();
  readonly #listeners = new Set<(change: RowChange) => void>();
  readonly files: NewestFiles;
  #version = 0;

  constructor(cache: Pick<ObjectCache<JobRow>, 'onChange'>, files: NewestFiles = new NewestFiles()) {
    this.files = files;
    cache.onChange((change) => {
      if (change.type === 'added') this.#change({ before: undefined, row: change.view });
      else if (change.type === 'updated') this.#change({ before: change.before, row: change.view });
      else this.#change({ before: change.before, row: undefined });
    });
  }

  /** Number that grows with every change, so that a result that was computed from the rows can be kept until then. */
  get version(): number {
    return this.#version;
  }

  /** Returns all rows, oldest first. The array is valid until the next change. */
  rows(): readonly JobRow[] {
    return this.#rows.all();
  }

  /**
   * Finds a job by its id, in upper or lower case, or else by the uid or name of its AdJob. If several AdJobs claim the
   * same id, the one to which the controller has given the id counts.
   */
  find(text: string): JobRow | undefined {
    const id = jobIdFrom(text) ?? text;
    const rows = this.rows();
    const uid = compactUid(id);
    return this.#withId(id) ?? rows.find((row) => row.hasUid(uid)) ?? rows.find((row) => row.name === id);
  }

  /** A job id of the API contains its creation time, so its place in the order is known. */
  #withId(jobId: string): JobRow | undefined {
    const isNamed = (row: JobRow): boolean => row.jobId === jobId;
    const madeMs = madeAtMs(jobId);
    const place = { createdSeconds: Math.floor((madeMs ?? 0) / 1_000), jobId, uid: '' };
    const named = madeMs === undefined ? this.rows().filter(isNamed) : this.#rows.from(place, isNamed);
    return named.find(({ standing }) => standing.hasFinalId) ?? named[0];
  }

  /** Adds a listener for changes. Returns a function that removes the listener. */
  onChange(listener: (change: RowChange) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #change(change: RowChange): void {
    const { before, row } = change;
    this.#version += 1;
    if (row === undefined || row.standing.isDeleting) this.#dropFile(before);
    if (before === undefined && row !== undefined) this.#rows.add(row);
    if (before !== undefined && row !== undefined) this.#rows.replace(before, row);
    if (before !== undefined && row === undefined) this.#rows.delete(before);
    for (const listener of this.#listeners) listener(change);
  }

  #dropFile(row: JobRow | undefined): void {
    if (row !== undefined) this.files.delete(row);
  }
}

interface TableOptions {
  store: Pick<ObjectStore, 'list' | 'watch'>;
  /** Namespace whose jobs are kept. If undefined, jobs of all namespaces are kept. */
  namespace: string | undefined;
  clock: Clock;
  logger: Logger;
}

/** Returns a table of jobs and the watch that keeps it current. The table is filled once the watch runs. */
export function createJobTable({ store, namespace, clock, logger }: TableOptions) {
  const makeRow = createRowMaker(clock);
  const files = new NewestFiles();
  const watch = new Reflector({
    ...{ store, clock, logger, kind: adJobKind, select: namespace === undefined ? {} : { namespace } },
    transform: (job, before: JobRow | undefined) => {
      const row = makeRow(job, before);
      offerFile(files, row, job);
      return row;
    },
    asEntry: (_, row) => row,
  });
  return { table: new JobTable(watch.cache, files), watch };
}
