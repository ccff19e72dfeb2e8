/** Signs at which the parser starts a new piece of a text. Many small pieces take a hundred times the memory of the text. */
const pieceSigns = new Set(Buffer.from('&]?'));
const pieceSignsMax = 100_000;
const blanks = new Set(Buffer.from('\t\n\r'));
const blank = 0x20;

/**
 * Returns an XML text without comments and with a space for each line break and tab, so that the parser needs little
 * memory for it; undefined if the text has too many references or brackets.
 */
export function plainXml(text: string): string | undefined {
  const bytes = Buffer.from(withoutComments(text));
  let signs = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (blanks.has(byte)) bytes[at] = blank;
    else if (pieceSigns.has(byte)) signs += 1;
  }
  return signs > pieceSignsMax ? undefined : bytes.toString();
}

const [commentStart, commentEnd, dataStart, dataEnd] = ['<!--', '-->', '<![CDATA[', ']]>'];

/** Removes comments. Outside of a CDATA section, their start has no other meaning in XML that can be drawn. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let start = text.indexOf(commentStart); start !== -1; start = text.indexOf(commentStart, at)) {
    const data = text.indexOf(dataStart, at);
    const isData = data !== -1 && data < start;
    const end = isData ? text.indexOf(dataEnd, data) : text.indexOf(commentEnd, start + commentStart.length);
    // The parser refuses a text whose last section does not end.
    if (end === -1) break;
    kept.push(text.slice(at, isData ? end : start));
    at = end + (isData ? 0 : commentEnd.length);
  }
  kept.push(text.slice(at));
  return kept.join('');
}
