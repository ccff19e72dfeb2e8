import type { Readable } from 'node:stream';
import { bytes, problem, type Answer, type Headers } from './answer.ts';
import { rangeOf } from './byte-range.ts';
import { mayUseRange } from './entity-tag.ts';
import type { HttpRequest } from './route.ts';

/** A file to serve. `headers` contain its media type and its entity tag. */
interface ServedFile {
  bytes: number;
  headers: Headers;
  /** Opens the whole file, or a range of its bytes with both ends included. Undefined if the file no longer exists. */
  open: (range: { start: number; end: number } | undefined) => Promise<Readable | undefined>;
}

/** Streams a file, or the range of its bytes that the request asks for. */
export async function fileAnswer(
  { method, headers: asked }: Pick<HttpRequest<unknown>, 'method' | 'headers'>,
  file: ServedFile,
): Promise<Answer> {
  const headers = { ...file.headers, 'Accept-Ranges': 'bytes' };
  const whole = { ...headers, 'Content-Length': String(file.bytes) };
  if (method === 'HEAD') return bytes(200, file.headers['Content-Type'] ?? '', Buffer.alloc(0), whole);
  const range = rangeOf(mayUseRange(asked, file.headers['ETag']) ? asked.range : undefined, file.bytes);
  if (range.kind === 'unsatisfiable') {
    const size = { 'Content-Range': `bytes */${file.bytes}`, 'Accept-Ranges': 'bytes' };
    return problem('range_not_satisfiable', { headers: size });
  }
  const source = await file.open(range.kind === 'part' ? range.range : undefined);
  if (source === undefined) return problem('not_found');
  if (range.kind === 'whole') return { kind: 'stream', status: 200, headers: whole, source };
  const { start, end } = range.range;
  const part = { 'Content-Length': String(end - start + 1), 'Content-Range': `bytes ${start}-${end}/${file.bytes}` };
  return { kind: 'stream', status: 206, headers: { ...headers, ...part }, source };
}
