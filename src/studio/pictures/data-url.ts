/** Returns the bytes of a data URL, whose media type is ignored. */
export function dataOf(url: string): Buffer {
  const comma = url.indexOf(',');
  const [head, data] = [url.slice(0, Math.max(0, comma)), url.slice(comma + 1)];
  return /;\s*base64\s*$/i.test(head) ? Buffer.from(data, 'base64') : unescaped(Buffer.from(data, 'latin1'));
}

const percent = 0x25;

/** Replaces each percent sign with two hexadecimal digits by the byte that they stand for. */
function unescaped(text: Buffer): Buffer {
  const bytes = Buffer.alloc(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1, length += 1) {
    const code = text[at] === percent ? text.toString('latin1', at + 1, at + 3) : '';
    const isEscape = /^[\da-f]{2}$/i.test(code);
    bytes[length] = isEscape ? Number.parseInt(code, 16) : (text[at] ?? 0);
    if (isEscape) at += 2;
  }
  return bytes.subarray(0, length);
}
