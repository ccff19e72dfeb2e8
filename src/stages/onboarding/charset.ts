import { isUtf8 } from 'node:buffer';
import { declaredLabels } from './declared-labels.ts';

function fromBom(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return undefined;
}

const parameters = /([\w-]+)\s*=\s*(?:"([^"]*)"?|([^\s;,]*))/g;

/** Returns the labels in the parameters `charset` of a Content-Type header. The first one is the one that counts. */
function fromHeader(contentType: string | null): string[] {
  return [...(contentType ?? '').matchAll(parameters)]
    .filter(([, name = '']) => name.toLowerCase() === 'charset')
    .map(([, , quoted, plain]) => (quoted ?? plain ?? '').replace(/^['"]|['"]$/g, ''));
}

/** Returns the name of the encoding that a label means in the WHATWG Encoding Standard; undefined if it means none. */
function nameOf(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/**
 * Returns the name of the encoding that a file declares in its own text. The declaration could be read as ASCII, so a
 * file that declares UTF-16 is not UTF-16, and UTF-8 is assumed instead.
 */
function nameInText(label: string | undefined): string | undefined {
  const name = nameOf(label);
  return name?.startsWith('utf-16') === true ? 'utf-8' : name === 'x-user-defined' ? 'windows-1252' : name;
}

function first<T, U>(items: Iterable<T>, convert: (item: T) => U | undefined): U | undefined {
  for (const item of items) {
    const converted = convert(item);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

const guess = (bytes: Buffer): string => (isUtf8(bytes) ? 'utf-8' : 'windows-1252');

/**
 * Returns the name of the encoding of an HTML page, as a browser determines it. It is the first of these that is known:
 * byte order mark, HTTP header, declaration in the document, UTF-8 if the bytes are valid UTF-8, windows-1252. Labels
 * that the WHATWG Encoding Standard does not list are ignored.
 */
export function pageEncoding(bytes: Buffer, contentType: string | null): string {
  const [label, ...others] = fromHeader(contentType);
  return (
    fromBom(bytes) ?? nameOf(label) ?? first(declaredLabels(bytes), nameInText) ?? first(others, nameOf) ?? guess(bytes)
  );
}

export function decodePage(bytes: Buffer, contentType: string | null): string {
  return new TextDecoder(pageEncoding(bytes, contentType)).decode(bytes);
}

/**
 * Decodes a stylesheet as a browser does. `around` is the encoding of the page that refers to the stylesheet. It is used
 * if neither the header nor the stylesheet names an encoding and the bytes are not UTF-8.
 */
export function decodeSheet(bytes: Buffer, contentType: string | null, around: string): string {
  const rule = /^@charset "([^"]{1,40})";/.exec(bytes.toString('latin1', 0, 60))?.[1];
  const named = fromBom(bytes) ?? first(fromHeader(contentType), nameOf) ?? nameInText(rule);
  return new TextDecoder(named ?? (isUtf8(bytes) ? 'utf-8' : around)).decode(bytes);
}

/** Decodes JSON, which is UTF-8 whatever its header says. Other bytes are decoded by the header. */
export function decodeData(bytes: Buffer, contentType: string | null): string {
  const named = fromBom(bytes) ?? (isUtf8(bytes) ? 'utf-8' : first(fromHeader(contentType), nameOf));
  return new TextDecoder(named ?? 'windows-1252').decode(bytes);
}
