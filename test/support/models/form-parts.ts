import type { ReceivedRequest } from './model-server.ts';
import { required } from './wire-server.ts';

export interface FormPart {
  name: string;
  /** Undefined: the part is a field and not a file. */
  fileName: string | undefined;
  mediaType: string;
  bytes: Buffer;
}

/** Returns the parts of a form (RFC 7578). */
export function formParts({ headers, body }: ReceivedRequest): FormPart[] {
  const [, boundary] = /^multipart\/form-data; *boundary="?([^";]+)/.exec(String(headers['content-type'])) ?? [];
  required(boundary !== undefined, 'the body must be a form');
  const pieces = `\r\n${body.toString('latin1')}`.split(`\r\n--${boundary}`);
  required(pieces.at(-1)?.startsWith('--') === true, 'the form must have an end');
  return pieces.slice(1, -1).map(partOf);
}

function partOf(piece: string): FormPart {
  const end = piece.indexOf('\r\n\r\n');
  const head = piece.slice(0, end);
  const [, name = ''] = /[; ]name="([^"]*)"/.exec(head) ?? [];
  const [, fileName] = /filename="([^"]*)"/.exec(head) ?? [];
  const [, mediaType = 'text/plain'] = /content-type: *(\S+)/i.exec(head) ?? [];
  return { name, fileName, mediaType, bytes: Buffer.from(piece.slice(end + 4), 'latin1') };
}
