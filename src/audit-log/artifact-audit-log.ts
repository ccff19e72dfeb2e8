import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { FileTooLarge, type ArtifactStore } from '../artifacts/port.ts';
import type { Clock } from '../clock/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import { messageOf } from '../files/error-code.ts';
import { NotLeadingError } from '../runtime/fence.ts';
import { parseRow, rowText } from '../domain/audit-row.ts';
import {
  AuditLogUnavailable,
  type AskedPage,
  type AuditFilter,
  type AuditLog,
  type AuditOutcome,
  type AuditPage,
  type AuditRow,
} from './port.ts';
import { RowCache } from './row-cache.ts';
import { passes } from './row-filter.ts';
import {
  dayAt,
  endKey,
  isDay,
  isDayWithin,
  isWithin,
  logPrefix,
  positionOf,
  rowKey,
  rowsOfDay,
  timeOf,
  type ListedRow,
} from './row-files.ts';

/** Maximum size of a row. A longer row is shortened. */
const rowBytesMax = 65_536;
/** Content of the file that a check writes. An empty file could be written to a disk that is full. */
const checkBytes = Buffer.from('written by a check of the audit log\n');
/** Number of rows that one call reads at the same time. */
const readsMax = 16;
/** Number of pages that are searched at the same time. The others wait. */
const searchesMax = 4;

export interface ArtifactAuditLogOptions {
  artifacts: Pick<ArtifactStore, 'putIfAbsent' | 'put' | 'get' | 'listNames' | 'deleteTree'>;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Maximum size of the rows that are kept in memory, as JSON. */
  cacheBytesMax?: number;
  /** Maximum number of rows that are searched for one page. */
  searchedMax?: number;
  /** Maximum time of the search for one page. */
  searchMsMax?: number;
  clock?: Pick<Clock, 'monotonicMs'>;
}

interface FoundRow {
  position: string;
  row: AuditRow;
}

/**
 * Audit log in the artifact store. Each row is a file `audit-log/<day>/<time>-<id>.json`, which is written once and
 * never changed. An empty file of the same name with the ending `.done`, `.refused` or `.failed` records how the action
 * ended. Any number of processes may write at the same time, because no two rows have the same file.
 */
export class ArtifactAuditLog implements AuditLog {
  readonly #artifacts: ArtifactAuditLogOptions['artifacts'];
  readonly #logger: ArtifactAuditLogOptions['logger'];
  readonly #cache: RowCache;
  readonly #limits: Required<Pick<ArtifactAuditLogOptions, 'searchedMax' | 'searchMsMax' | 'clock'>>;
  readonly #searches = pLimit(searchesMax);

  constructor(options: ArtifactAuditLogOptions) {
    const { artifacts, logger, cacheBytesMax = 16 * 1024 * 1024 } = options;
    const { searchedMax = 5_000, searchMsMax = 3_000, clock = systemClock } = options;
    [this.#artifacts, this.#logger] = [artifacts, logger];
    this.#limits = { searchedMax, searchMsMax, clock };
    this.#cache = new RowCache(cacheBytesMax);
  }

  async write(row: AuditRow): Promise<void> {
    const [key, bytes] = [rowKey(positionOf(row)), Buffer.from(rowText(row, rowBytesMax))];
    try {
      await this.#using(() => this.#artifacts.putIfAbsent(key, bytes));
    } catch (error) {
      this.#logger.error({ err: error, row }, 'failed to record an action in the audit log');
      throw error;
    }
    this.#logger.info({ row }, 'recorded an action in the audit log');
  }

  async finish(row: Pick<AuditRow, 'id' | 'time'>, outcome: Exclude<AuditOutcome, 'started'>): Promise<void> {
    await this.#using(() => this.#artifacts.put(endKey(row, outcome), Buffer.alloc(0)));
  }

  page(filter: AuditFilter, asked: AskedPage): Promise<AuditPage> {
    return this.#searches(() => this.#search(filter, asked));
  }

  async check(): Promise<void> {
    await this.#using(() => this.#artifacts.put(`${logPrefix}check`, checkBytes));
  }

  async *all(filter: AuditFilter): AsyncGenerator<AuditRow, void, undefined> {
    for await (const { rows } of this.#batches(filter, { cursor: undefined, isKept: false })) yield* rowsOf(rows);
  }

  async deleteBefore(time: Date, signal?: AbortSignal): Promise<void> {
    for (const day of await this.#days()) {
      if (signal?.aborted === true) return;
      if (day < dayAt(time)) await this.#using(() => this.#artifacts.deleteTree(`${logPrefix}${day}/`));
    }
  }

  async #search(filter: AuditFilter, { limit, cursor, signal }: AskedPage): Promise<AuditPage> {
    const isGone = (): boolean => signal?.aborted === true;
    if (isGone()) return { rows: [], cursor };
    const { searchedMax, searchMsMax, clock } = this.#limits;
    const endMs = clock.monotonicMs() + searchMsMax;
    const found: FoundRow[] = [];
    let searched = 0;
    for await (const batch of this.#batches(filter, { cursor, isKept: true })) {
      found.push(...batch.rows);
      searched += batch.searched;
      const last = found.length > limit ? found[limit - 1] : undefined;
      if (last !== undefined) return { rows: rowsOf(found.slice(0, limit)), cursor: last.position };
      if (searched >= searchedMax || clock.monotonicMs() >= endMs || isGone())
        return { rows: rowsOf(found), cursor: batch.last, searchedTo: timeOf(batch.last) };
    }
    return { rows: rowsOf(found), cursor: undefined };
  }

  /** Yields the matching rows, newest first, in batches. Only the names of the rows of one day are in memory. */
  async *#batches(
    filter: AuditFilter,
    { cursor, isKept }: { cursor: string | undefined; isKept: boolean },
  ): AsyncGenerator<{ rows: FoundRow[]; searched: number; last: string }, void, undefined> {
    for (const day of await this.#days()) {
      if (!isDayWithin(day, filter, cursor)) continue;
      const listed = (await this.#listed(day)).filter(({ position }) => isWithin(position, filter, cursor));
      for (let from = 0; from < listed.length; from += readsMax) {
        const batch = listed.slice(from, from + readsMax);
        const read = await Promise.all(batch.map((one) => this.#read(one, isKept)));
        const rows = read.filter((one) => one !== undefined).filter(({ row }) => passes(row, filter));
        yield { rows, searched: batch.length, last: batch.at(-1)?.position ?? '' };
      }
    }
  }

  /** Returns the days that have rows, newest first. */
  async #days(): Promise<string[]> {
    const { folders } = await this.#using(() => this.#artifacts.listNames(logPrefix));
    return folders.filter(isDay).sort().reverse();
  }

  async #listed(day: string): Promise<ListedRow[]> {
    const { files } = await this.#using(() => this.#artifacts.listNames(`${logPrefix}${day}/`));
    return rowsOfDay(day, files);
  }

  /** Returns a row with its outcome. Returns undefined if it was deleted meanwhile, or its file is damaged. */
  async #read({ position, end }: ListedRow, isKept: boolean): Promise<FoundRow | undefined> {
    const row = this.#cache.get(position) ?? (await this.#readFile(position, isKept));
    return row && { position, row: end === undefined ? row : { ...row, outcome: end } };
  }

  async #readFile(position: string, isKept: boolean): Promise<AuditRow | undefined> {
    const key = rowKey(position);
    const bytes = await this.#using(() => this.#artifacts.get(key, rowBytesMax).catch(unlessTooLarge));
    if (bytes === undefined) return undefined;
    const row = parseRow(bytes.toString());
    if (row === undefined) this.#logger.warn({ key }, 'the file is not a valid audit row; it is not shown');
    else if (isKept) this.#cache.add(position, row, bytes.length);
    return row;
  }

  async #using<R>(use: () => Promise<R>): Promise<R> {
    try {
      return await use();
    } catch (error) {
      if (error instanceof NotLeadingError) throw error;
      throw new AuditLogUnavailable(`The audit log cannot be used: ${messageOf(error)}`, { cause: error });
    }
  }
}

function rowsOf(found: readonly FoundRow[]): AuditRow[] {
  return found.map(({ row }) => row);
}

/** Reads a file that is too large as an empty file, which is not a row. */
function unlessTooLarge(error: unknown): Buffer {
  if (error instanceof FileTooLarge) return Buffer.alloc(0);
  throw error;
}
