const sniffedBytes = 4_096;

function fromBom(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return undefined;
}

function fromHeader(contentType: string | null): string | undefined {
  return /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(contentType ?? '')?.[1];
}

function fromContent(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, sniffedBytes).toString('latin1');
  const found =
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(head) ?? /@charset\s+"([\w:.-]{1,40})"/.exec(head);
  // The declaration of the encoding could be read as ASCII, so a document that declares UTF-16 is not UTF-16. UTF-8 is
  // assumed instead.
  return found?.[1]?.replace(/^utf-16(le|be)?$/i, 'utf-8');
}

function decodeAs(label: string, bytes: Buffer, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes text as a browser does. The character encoding is the first of these that is known: byte order mark, HTTP
 * header, declaration in the document, UTF-8 if the bytes are valid UTF-8, windows-1252.
 */
export function decodeText(bytes: Buffer, contentType: string | null): string {
  const label = fromBom(bytes) ?? fromHeader(contentType) ?? fromContent(bytes);
  const declared = label === undefined ? undefined : decodeAs(label, bytes, false);
  return (
    declared ?? decodeAs('utf-8', bytes, true) ?? decodeAs('windows-1252', bytes, false) ?? bytes.toString('latin1')
  );
}
