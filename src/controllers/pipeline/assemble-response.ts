import { fileUrl, siblingKey } from '../../domain/artifact-keys.ts';
import { notesMax, responseBytesMax } from '../../schema/response-parts.ts';
import type { StageResult } from '../../schema/stage-contract.ts';

export type AssembledResponse =
  { kind: 'response'; response: Record<string, unknown> } | { kind: 'too-large'; bytes: number };

interface Extras {
  publicBase: string;
  /** Key of the last stage's `result.json` in the artifact store. The files of this stage are in the same folder. */
  resultRef: string;
  credits: number;
  notes: readonly string[];
}

/**
 * Builds the `response` of a job from the result of its last stage. File names become URLs (`file` becomes `url`,
 * `thumbnail_file` becomes `thumbnail_url`). The fields `credits` and `notes` (messages of failed stages) are added.
 * Returns `too-large` if the response exceeds 64 KiB as JSON.
 */
export function assembleResponse(result: StageResult, extras: Extras): AssembledResponse {
  const urls = new Map(
    result.files.map(({ name }) => [name, fileUrl(extras.publicBase, siblingKey(extras.resultRef, name))]),
  );
  const linked = Object.fromEntries(linkEntries(result.response ?? {}, urls));
  const response = { ...linked, credits: extras.credits, notes: mergeNotes(extras.notes, linked.notes) };
  const bytes = Buffer.byteLength(JSON.stringify(response));
  return bytes <= responseBytesMax ? { kind: 'response', response } : { kind: 'too-large', bytes };
}

export function unlistedFiles(result: StageResult): string[] {
  const listed = new Set(result.files.map(({ name }) => name));
  return fileNames(result.response ?? {}).filter((name) => !listed.has(name));
}

function linkEntries(value: object, urls: ReadonlyMap<string, string>): [string, unknown][] {
  return Object.entries(value).map(([name, inner]: [string, unknown]) => {
    const url = isFileName(name) && typeof inner === 'string' ? urls.get(inner) : undefined;
    return url === undefined ? [name, linkFiles(inner, urls)] : [name.replace(/file$/, 'url'), url];
  });
}

function linkFiles(value: unknown, urls: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => linkFiles(item, urls));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(linkEntries(value, urls));
}

function fileNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    isFileName(name) && typeof inner === 'string' ? [inner] : fileNames(inner),
  );
}

function isFileName(name: string): boolean {
  return name === 'file' || name.endsWith('_file');
}

function mergeNotes(ours: readonly string[], theirs: unknown): string[] {
  const given = Array.isArray(theirs) ? theirs.filter((note): note is string => typeof note === 'string') : [];
  const others = given.filter((note) => !ours.some((sentence) => note.includes(sentence)));
  return [...new Set([...ours, ...others])].slice(0, notesMax);
}
