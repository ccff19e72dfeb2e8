import { createHash } from 'node:crypto';
import type { ArtifactStore } from '../../../artifacts/port.ts';
import type { Answer } from '../../../http/answer.ts';
import { fileAnswer } from '../../../http/file-answer.ts';
import type { HttpRequest } from '../../../http/route.ts';
import { untrustedPolicyOf } from '../../../http/untrusted-file.ts';
import { unavailable } from '../../../objects/store-error.ts';

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

/** Files are kept by the browser for a short time only, so that an erased job disappears. */
const cacheControl = 'private, max-age=300';

/** Returns the entity tag of what an id names. A file never changes under its key. */
export function entityTag(id: string): string {
  return `"${createHash('sha256').update(id).digest('hex').slice(0, 32)}"`;
}

type Tagged<F> = F & { tag: string };

/** Returns the headers of a response with something that strangers may have made. */
export function fileHeaders({ type, name, tag }: Tagged<Pick<ServedFile, 'type' | 'name'>>) {
  const disposition = type === 'application/json' ? 'attachment' : 'inline';
  return {
    'Content-Security-Policy': untrustedPolicyOf(type),
    'Content-Type': type,
    'Content-Disposition': `${disposition}; filename="${name}"`,
    'Cache-Control': cacheControl,
    ETag: tag,
  };
}

export function unchanged(tag: string): Answer {
  return { kind: 'bytes', status: 304, headers: { 'Cache-Control': cacheControl, ETag: tag }, bytes: Buffer.alloc(0) };
}

/** Streams a file, or the range of its bytes that the request asks for. */
export function storedFileAnswer(
  request: Pick<HttpRequest<unknown>, 'method' | 'headers'>,
  file: Tagged<ServedFile>,
  artifacts: Pick<ArtifactStore, 'open'>,
): Promise<Answer> {
  const { key, offset, bytes } = file;
  const open = ({ start, end } = { start: 0, end: bytes - 1 }) =>
    artifacts
      .open(key, bytes === 0 ? undefined : { start: offset + start, end: offset + end })
      .catch((error: unknown) => {
        throw unavailable('the artifact store', error);
      });
  return fileAnswer(request, { bytes, headers: fileHeaders(file), open });
}
