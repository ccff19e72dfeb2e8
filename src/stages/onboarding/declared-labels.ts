import { Parser } from 'htmlparser2';

/** Elements that may be in the head of a page. Like browsers, the search ends at the first other element. */
const ofHead = new Set('html head meta title link base style script noscript object template'.split(' '));
/** Number of bytes that are searched even if the head has ended. */
const certainBytes = 1_024;
const tagsMax = 5_000;
const pieceBytes = 16_384;

/**
 * Returns the labels of encodings that an HTML page declares, in the order in which they count: those of `meta` elements
 * in its head, however long it is, and that of an XML declaration.
 */
export function* declaredLabels(bytes: Buffer): Generator<string> {
  const found: string[] = [];
  let [tags, isOver] = [0, false];
  const parser = new Parser({
    onopentag: (name, attribs) => {
      tags += 1;
      isOver ||= tags > tagsMax || (!ofHead.has(name) && parser.startIndex >= certainBytes);
      const label = isOver || name !== 'meta' ? undefined : labelOf(attribs);
      if (label !== undefined) found.push(label);
    },
  });
  for (let at = 0; at < bytes.length && !isOver; at += pieceBytes) {
    // Every encoding in which the declaration can be read contains ASCII.
    parser.write(bytes.toString('latin1', at, at + pieceBytes));
    yield* found.splice(0);
  }
  const declaration = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})/i;
  const inXml = declaration.exec(bytes.toString('latin1', 0, certainBytes))?.[1];
  if (inXml !== undefined) yield inXml;
}

function labelOf(attribs: Record<string, string>): string | undefined {
  const { charset, content = '', 'http-equiv': pragma = '' } = attribs;
  if (charset !== undefined) return charset;
  if (pragma.trim().toLowerCase() !== 'content-type') return undefined;
  const [, double, single, plain] = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(content) ?? [];
  return double ?? single ?? plain;
}
