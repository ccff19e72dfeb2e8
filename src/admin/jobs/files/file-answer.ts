import { createHash } from 'node:crypto';
import type { ArtifactStore } from '../../../artifacts/port.ts';
import { bytes, problem, type Answer } from '../../../http/answer.ts';
import { rangeOf } from '../../../http/byte-range.ts';
import { mayUseRange } from '../../../http/entity-tag.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { unavailable } from '../../../objects/store-error.ts';
import { strangersPolicy } from '../../web/security-headers.ts';

/** A file, or a part of a file, in the artifact store. */
export interface ServedFile {
  key: string;
  /** Place of the first byte in the file. */
  offset: number;
  bytes: number;
  type: string;
  /** File name for the person who saves it, of `[A-Za-z0-9._-]`. */
  name: string;
}

type FileRequest = Pick<HttpRequest<unknown>, 'method' | 'headers'>;

/** Files are kept by the browser for a short time only, so that an erased job disappears. */
const cacheControl = 'private, max-age=300';

/**
 * Policy for films. A film that is opened alone is loaded by a page that the browser makes for it, and without its own
 * origin, this page could not load the film with the session. The sandbox still runs no scripts.
 */
const filmPolicy = strangersPolicy.replace('sandbox;', 'sandbox allow-same-origin;');

/** Returns the entity tag of what an id names. A file never changes under its key. */
export function entityTag(id: string): string {
  return `"${createHash('sha256').update(id).digest('hex').slice(0, 32)}"`;
}

type Tagged<F> = F & { tag: string };

/** Returns the headers of a response with something that strangers may have made. */
export function fileHeaders({ type, name, tag }: Tagged<Pick<ServedFile, 'type' | 'name'>>) {
  const disposition = type === 'application/json' ? 'attachment' : 'inline';
  return {
    'Content-Security-Policy': type.startsWith('video/') ? filmPolicy : strangersPolicy,
    'Content-Type': type,
    'Content-Disposition': `${disposition}; filename="${name}"`,
    'Cache-Control': cacheControl,
    ETag: tag,
  };
}

export function unchanged(tag: string): Answer {
  return { kind: 'bytes', status: 304, headers: { 'Cache-Control': cacheControl, ETag: tag }, bytes: Buffer.alloc(0) };
}

/** Streams a file or the range of its bytes that the request asks for. */
export async function fileAnswer(
  request: FileRequest,
  file: Tagged<ServedFile>,
  artifacts: Pick<ArtifactStore, 'open'>,
): Promise<Answer> {
  const headers = { ...fileHeaders(file), 'Accept-Ranges': 'bytes' };
  const length = { 'Content-Length': String(file.bytes) };
  if (request.method === 'HEAD') return bytes(200, file.type, Buffer.alloc(0), { ...headers, ...length });
  const asked = rangeOf(mayUseRange(request.headers, headers.ETag) ? request.headers.range : undefined, file.bytes);
  if (asked.kind === 'unsatisfiable')
    return problem('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${file.bytes}` } });
  const { start, end } = asked.kind === 'part' ? asked.range : { start: 0, end: file.bytes - 1 };
  const source = await opened(file, { start: file.offset + start, end: file.offset + end }, artifacts);
  if (source === undefined) return problem('not_found');
  if (asked.kind === 'whole') return { kind: 'stream', status: 200, headers: { ...headers, ...length }, source };
  const part = { 'Content-Length': String(end - start + 1), 'Content-Range': `bytes ${start}-${end}/${file.bytes}` };
  return { kind: 'stream', status: 206, headers: { ...headers, ...part }, source };
}

function opened(
  { key, bytes: length }: ServedFile,
  range: { start: number; end: number },
  artifacts: Pick<ArtifactStore, 'open'>,
) {
  return artifacts.open(key, length === 0 ? undefined : range).catch((error: unknown) => {
    throw unavailable('the artifact store', error);
  });
}
