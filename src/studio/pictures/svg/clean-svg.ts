import { SaxesParser } from 'saxes';
import { plainEntities } from './doctype.ts';
import { plainXml } from './plain-xml.ts';
import { svgFileBytesMax, xmlText } from './svg-text.ts';
import { namespaceOf, SvgRefusal, SvgWriter, tooLarge, type SvgPart } from './svg-writer.ts';

/** Maximum length, in characters, of what precedes the outermost element, without comments. */
const prologCharactersMax = 65_536;
const attributesMax = 500;
const replacedCharactersMax = 1024 * 1024;

/** A document that shows the same as an SVG file and contains only what is drawn, in parts. */
export interface CleanSvg {
  kind: 'clean';
  parts: SvgPart[];
}

export type Cleaned = CleanSvg | { kind: 'refused'; reason: string };

/**
 * Writes the document of an SVG again: in UTF-8, with its entities replaced, and with only the elements and attributes of SVG that are
 * drawn. Data of drawing programs, metadata, scripts, HTML and animations are left out. The reason for a refusal is a
 * clause.
 *
 * Guarantee: the document declares no entities, and each of its references is to a part of itself or is an embedded
 * picture. So a program that draws it has no other file to read.
 */
export function cleanSvg(bytes: Buffer): Cleaned {
  if (bytes.length > svgFileBytesMax) return { kind: 'refused', reason: 'the file is an SVG of over 8 MiB' };
  const written = xmlText(bytes);
  if (written === undefined) return { kind: 'refused', reason: 'the file is an SVG in an unknown encoding' };
  const text = plainXml(written);
  if (text === undefined) return { kind: 'refused', reason: tooLarge };
  const writer = new SvgWriter();
  try {
    parse(text, writer);
  } catch (error) {
    if (!(error instanceof SvgRefusal)) throw error;
    return { kind: 'refused', reason: error.message };
  }
  return { kind: 'clean', parts: writer.parts };
}

function parse(text: string, writer: SvgWriter): void {
  const parser = new SaxesParser({ xmlns: true, resolvePrefix: namespaceOf });
  let attributes = 0;
  const seen = { root: false };
  parser.on('opentagstart', () => {
    seen.root = true;
  });
  parser.on('error', () => {
    throw new SvgRefusal('the file is damaged or incomplete');
  });
  parser.on('doctype', (doctype) => {
    declareEntities(parser.ENTITIES, doctype);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > attributesMax) throw new SvgRefusal(tooLarge);
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    writer.open(tag);
  });
  parser.on('closetag', () => {
    writer.close();
  });
  for (const event of ['text', 'cdata'] as const)
    parser.on(event, (content) => {
      writer.text(content);
    });
  parser.write(text.slice(0, prologCharactersMax));
  if (!seen.root) throw new SvgRefusal('the file is damaged or incomplete');
  parser.write(text.slice(prologCharactersMax)).close();
}

/** Makes the parser replace the entities of a document type, up to a total length. */
function declareEntities(entities: Record<string, string>, doctype: string): void {
  const declared = plainEntities(doctype);
  if (declared === undefined) throw new SvgRefusal('the file is an SVG whose entities are more than short texts');
  let replaced = 0;
  for (const [name, value] of declared) {
    const get = (): string => {
      replaced += value.length;
      if (replaced > replacedCharactersMax) throw new SvgRefusal(tooLarge);
      return value;
    };
    Object.defineProperty(entities, name, { get });
  }
}
