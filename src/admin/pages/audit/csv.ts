/**
 * Start of a text that a spreadsheet would run as a formula: one of its signs, also in full width, after any white
 * space or control characters.
 */
const formula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]/u;

/**
 * Returns values as a line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in
 * front, which makes it a text there.
 */
export function csvLine(values: readonly (string | number | undefined)[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: string | number | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
