/** Returns the bytes of a data URL, whose media type is ignored. */
export function dataOf(url: string): Buffer {
  const comma = url.indexOf(',');
  const [head, data] = [url.slice(0, Math.max(0, comma)), url.slice(comma + 1)];
  if (/;\s*base64\s*$/i.test(head)) return Buffer.from(data, 'base64');
  const byte = (code: string): string => String.fromCharCode(Number.parseInt(code, 16));
  return Buffer.from(
    data.replace(/%([\da-f]{2})/gi, (_, code: string) => byte(code)),
    'latin1',
  );
}
