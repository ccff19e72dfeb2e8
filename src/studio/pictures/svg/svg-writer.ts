import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';
import { withoutUrls, withoutVariables } from './plain-css.ts';
import { dataOf } from '../data-url.ts';

/** Maximum length, in characters, of what is drawn, without pictures. More is an illustration or an attack. */
const drawnCharactersMax = 1024 * 1024;
const elementsMax = 100_000;
const depthMax = 200;
const picturesMax = 20;

/** Thrown to end the parser. The message is the reason, a clause. */
export class SvgRefusal extends Error {}

export const tooLarge = 'the file is an SVG that draws over 1 MiB';

/** An embedded picture, which stands for the attributes of its element that name the picture. */
export interface EmbeddedPicture {
  bytes: Buffer;
  /** False if the element has the size of the picture. */
  hasSize: boolean;
}

export type SvgPart = string | EmbeddedPicture;

const svg = 'http://www.w3.org/2000/svg';
const xlink = 'http://www.w3.org/1999/xlink';
const xml = 'http://www.w3.org/XML/1998/namespace';
const include = 'http://www.w3.org/2001/XInclude';

/** Returns the namespace of a prefix that a file does not declare. An unknown one is that of a drawing program. */
export function namespaceOf(prefix: string): string {
  const known: Record<string, string> = { svg, xlink };
  return prefix === '' ? '' : (known[prefix] ?? `undeclared:${prefix}`);
}

/** Elements that draw nothing, run scripts, contain HTML, or only change over time. */
const silent =
  /^(?:script|handler|foreignObject|metadata|title|desc|audio|video|iframe|canvas|animate\w*|set|discard|cursor|font-face-uri|color-profile|view)$/;
const picture = /^(?:image|feImage)$/;

const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => replacements[character] ?? '');

const plainCss = (css: string): string => withoutUrls(withoutVariables(css));

/** Writes the elements of an SVG that are drawn, in the order in which a parser finds them. */
export class SvgWriter {
  readonly parts: SvgPart[] = [];
  #characters = 0;
  #elements = 0;
  #pictures = 0;
  /** Names of the open elements that are written. */
  readonly #open: string[] = [];
  /** Number of open elements from the outermost one that is left out. */
  #hidden = 0;
  #namespace: string | undefined;

  open(tag: SaxesTagNS): void {
    this.#namespace ??= rootNamespace(tag);
    this.#count();
    if (tag.uri === include) throw new SvgRefusal('the file is an SVG that includes other files');
    if (this.#hidden > 0 || tag.uri !== this.#namespace || silent.test(tag.local)) {
      this.#hidden += 1;
      return;
    }
    const isRoot = this.parts.length === 0;
    this.#open.push(tag.local);
    this.#put(`<${tag.local}${isRoot ? ` xmlns="${svg}" xmlns:xlink="${xlink}"` : ''}`);
    for (const attribute of Object.values(tag.attributes)) this.#attribute(attribute);
    this.#reference(tag);
    this.#put('>');
  }

  close(): void {
    if (this.#hidden > 0) this.#hidden -= 1;
    else this.#put(`</${this.#open.pop() ?? ''}>`);
  }

  text(content: string): void {
    const element = this.#open.at(-1);
    if (this.#hidden > 0 || element === undefined) return;
    this.#put(escaped(element === 'style' ? plainCss(content) : content));
  }

  #count(): void {
    this.#elements += 1;
    if (this.#elements > elementsMax || this.#open.length + this.#hidden >= depthMax) throw new SvgRefusal(tooLarge);
  }

  #attribute({ uri, local, value }: SaxesAttributeNS): void {
    if (uri === xml && local === 'space') this.#put(` xml:space="${escaped(value)}"`);
    const isOwn = uri === '' && local !== 'href' && !/^on/i.test(local);
    if (isOwn) this.#put(` ${local}="${escaped(plainCss(value))}"`);
  }

  #reference(tag: SaxesTagNS): void {
    const target = referenceOf(tag);
    if (target.startsWith('#')) this.#put(` xlink:href="${escaped(target)}"`);
    else if (picture.test(tag.local) && /^data:/i.test(target)) this.#picture(tag, target);
    else if (tag.local !== 'a' && target !== '') throw new SvgRefusal('the file is an SVG that refers to other files');
  }

  #picture({ attributes }: SaxesTagNS, url: string): void {
    this.#pictures += 1;
    if (this.#pictures > picturesMax)
      throw new SvgRefusal(`the file is an SVG with over ${picturesMax} pictures inside`);
    this.parts.push({ bytes: dataOf(url), hasSize: 'width' in attributes || 'height' in attributes });
  }

  #put(text: string): void {
    this.#characters += text.length;
    if (this.#characters > drawnCharactersMax) throw new SvgRefusal(tooLarge);
    this.parts.push(text);
  }
}

/** Returns the namespace of the outermost element. A file without any namespace is drawn too. */
function rootNamespace({ local, uri }: SaxesTagNS): string {
  if (local === 'svg' && (uri === '' || uri === svg)) return uri;
  throw new SvgRefusal('the file is not in a supported picture format');
}

/** Returns what an element refers to. The attribute without a prefix takes precedence, as in SVG 2. */
function referenceOf({ attributes }: SaxesTagNS): string {
  const references = Object.values(attributes).filter(
    ({ uri, local }) => local === 'href' && (uri === '' || uri === xlink),
  );
  const [first] = references.sort((one, other) => one.uri.length - other.uri.length);
  return first?.value.trim() ?? '';
}
