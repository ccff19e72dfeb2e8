import { decodeXML } from 'entities';

const doctypeCharactersMax = 32_768;
const entitiesMax = 200;
const valueCharactersMax = 4_000;

/** Entities that every XML file has. */
const ofXml = /^(?:amp|lt|gt|quot|apos)$/;
const declaration = /<!ENTITY\s/g;
const plainEntity = /<!ENTITY\s+([^\s"'<>&%]{1,100})\s+(?:"([^"]*)"|'([^']*)')\s*>/g;

/**
 * Returns the entities that a document type declares, such as the namespaces of Adobe Illustrator: `<!ENTITY ns_svg
 * "http://www.w3.org/2000/svg">`. Returns undefined if one of them is more than a short text: if it refers to a file or to
 * another entity, or contains a tag. Such entities can multiply or read files.
 */
export function plainEntities(doctype: string): Map<string, string> | undefined {
  if (doctype.length > doctypeCharactersMax) return undefined;
  const declared = doctype.replace(/<!--.*?-->/gs, '');
  const found = [...declared.matchAll(plainEntity)].map(([, name = '', quoted, other]) => ({
    name,
    value: quoted ?? other ?? '',
  }));
  const count = [...declared.matchAll(declaration)].length;
  if (count !== found.length || count > entitiesMax) return undefined;
  const entities = new Map<string, string>();
  for (const { name, value } of found) {
    const text = ofXml.test(name) ? '' : plainText(value);
    if (text === undefined) return undefined;
    // The first declaration of a name counts.
    if (!entities.has(name) && !ofXml.test(name)) entities.set(name, text);
  }
  return entities;
}

/** Returns a text with its character references decoded; undefined if it refers to an entity or contains a tag. */
function plainText(value: string): string | undefined {
  if (value.length > valueCharactersMax || /&(?!#)|%[\w:.-]+;/.test(value)) return undefined;
  const text = decodeXML(value);
  return /[&<]/.test(text) ? undefined : text;
}
