import { adTypes } from '#ad-types';
import type { AdJob } from '../../schema/adjob.ts';
import type { JobRow } from './job-row.ts';

/** Number of finished jobs of one account whose picture is kept. */
const perAccountMax = 12;

/** A picture of a finished job: the picture itself, or a frame of the film. */
export interface NewFile {
  jobId: string;
  uid: string;
  accountKey: string;
  completedSeconds: number;
  /** Folder and name of the file, as in the path of its URL. */
  folder: string;
  file: string;
}

/** The pictures of the jobs that finished last, some for each account, so that every owner sees own ones. */
export class NewestFiles {
  readonly #byAccount = new Map<string, NewFile[]>();

  /** Keeps the first picture of a finished job, if the job is among the newest of its account. */
  offer(row: JobRow, response: unknown): void {
    const { jobId, uid, completedSeconds = 0, owner } = row;
    const kept = this.#byAccount.get(owner.accountKey) ?? [];
    const oldest = kept.at(-1);
    if (kept.length >= perAccountMax && oldest !== undefined && oldest.completedSeconds >= completedSeconds) return;
    const found = firstFile(response);
    if (found === undefined || kept.some((one) => one.uid === uid)) return;
    const { accountKey } = owner;
    const all = [...kept, { jobId, uid, accountKey, completedSeconds, ...found }];
    all.sort((one, other) => other.completedSeconds - one.completedSeconds);
    this.#byAccount.set(accountKey, all.slice(0, perAccountMax));
  }

  delete({ uid, owner: { accountKey } }: JobRow): void {
    const kept = this.#byAccount.get(accountKey);
    if (kept === undefined) return;
    const rest = kept.filter((one) => one.uid !== uid);
    if (rest.length === 0) this.#byAccount.delete(accountKey);
    else this.#byAccount.set(accountKey, rest);
  }

  /** Returns the newest pictures of the accounts for which `isSeen` returns true, newest first. */
  newest(limit: number, isSeen: (accountKey: string) => boolean): NewFile[] {
    const seen = [...this.#byAccount].filter(([key]) => isSeen(key)).flatMap(([, files]) => files);
    return seen.sort((one, other) => other.completedSeconds - one.completedSeconds).slice(0, limit);
  }
}

/** Offers the picture of a job that has succeeded. */
export function offerFile(files: NewestFiles, row: JobRow, { status }: AdJob): void {
  if (row.standing.phase === 'SUCCESS' && !row.standing.isDeleting) files.offer(row, status?.response);
}

/** Returns the first picture of a response, or a frame of its film. */
export function firstFile(response: unknown): Pick<NewFile, 'folder' | 'file'> | undefined {
  if (typeof response !== 'object' || response === null) return undefined;
  const members: Record<string, unknown> = { ...response };
  for (const { filesField } of adTypes) {
    const held = members[filesField];
    const path = pathOf(Array.isArray(held) ? held[0] : held);
    if (path !== undefined) return path;
  }
  return undefined;
}

function pathOf(file: unknown): Pick<NewFile, 'folder' | 'file'> | undefined {
  if (typeof file !== 'object' || file === null) return undefined;
  const { url, thumbnail_url: frame }: { url?: unknown; thumbnail_url?: unknown } = file;
  const address = frame ?? url;
  const [, folder, name] = typeof address === 'string' ? (/\/([^/?#]+)\/([^/?#]+)$/.exec(address) ?? []) : [];
  // The parts are copied, because V8 keeps a whole text alive as long as a part of it.
  const copy = (text: string): string => Buffer.from(text).toString();
  return folder === undefined || name === undefined ? undefined : { folder: copy(folder), file: copy(name) };
}
