import process from 'node:process';
import { load, type CheerioAPI } from 'cheerio/slim';
import { Element, isTag, isText, type ChildNode, type Document, type ParentNode } from 'domhandler';
import { DomHandler, Parser } from 'htmlparser2';
import { printed } from '../../domain/printed-text.ts';
import { withoutHalfReferences } from './text.ts';

const nodesMax = 100_000;
/**
 * Maximum nesting depth of HTML elements. Deeper elements are dropped, because no page that people read is nested as
 * deeply.
 */
const depthMax = 250;
/**
 * Maximum number of HTML tags that are open at the same time. With more open tags the parser becomes slow, so the rest
 * of the page is not parsed.
 */
const openTagsMax = 2_000;
const pieceCharacters = 16_384;
const parseMsMax = 2_000;

/** Builds a DOM of limited size and depth. The limited depth allows other code to use recursion on the DOM. */
class BoundedHandler extends DomHandler {
  #nodes = 0;
  #open = 0;
  #hidden = 0;

  get isFull(): boolean {
    return this.#nodes >= nodesMax || this.#open >= openTagsMax;
  }

  override onopentag(name: string, attribs: Record<string, string>): void {
    this.#open += 1;
    if (this.#hidden > 0 || this.#open > depthMax || this.isFull) {
      this.#hidden += 1;
      return;
    }
    this.#nodes += 1;
    super.onopentag(name, attribs);
  }

  override onclosetag(): void {
    this.#open -= 1;
    if (this.#hidden > 0) this.#hidden -= 1;
    else super.onclosetag();
  }

  override ontext(text: string): void {
    if (this.#hidden > 0 || this.isFull) return;
    this.#nodes += 1;
    super.ontext(text);
  }

  override oncomment(): void {
    // Drops HTML comments, because no extractor reads them.
  }

  override oncommentend(): void {
    // Does nothing. The base class would close an HTML comment that `oncomment` has not opened.
  }
}

/**
 * Parses an HTML page up to the limits for size, depth and time, and ignores the rest. Texts are as `printed` returns
 * them, except those of scripts and styles. No content of a page causes an error.
 */
export function parseDocument(written: string): CheerioAPI {
  const html = withoutHalfReferences(written);
  const handler = new BoundedHandler();
  const parser = new Parser(handler, { decodeEntities: true });
  const startMs = ranMs();
  for (let at = 0; at < html.length; at += pieceCharacters) {
    if (handler.isFull || ranMs() - startMs > parseMsMax) break;
    parser.write(html.slice(at, at + pieceCharacters));
  }
  parser.end();
  printTexts(handler.root);
  return load(completed(handler.root));
}

/** Returns the time in milliseconds for which this process has run on a processor. */
function ranMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Elements whose text is code, which may contain URLs. */
const code = new Set(['script', 'style']);

/** Recursion is safe, because the nesting depth of a document is limited. */
function printTexts(parent: ParentNode): void {
  for (const child of parent.children) {
    if (isText(child)) child.data = printed(child.data);
    else if (isTag(child) && !code.has(child.name)) printTexts(child);
  }
}

function completed(root: Document): Document {
  const html = tagOf(root, 'html') ?? adopt(root, 'html', root.children);
  if (tagOf(html, 'body') === undefined) {
    adopt(
      html,
      'body',
      html.children.filter((child) => !(isTag(child) && child.name === 'head')),
    );
  }
  return root;
}

function tagOf(parent: ParentNode, name: string): Element | undefined {
  return parent.children.filter(isTag).find((child) => child.name === name);
}

/** Moves all HTML nodes at once, because moving them one by one takes quadratic time. */
function adopt(parent: ParentNode, name: string, children: ChildNode[]): Element {
  const moved = new Set(children);
  const element = new Element(name, {}, [...children]);
  for (const child of children) child.parent = element;
  parent.children = [...parent.children.filter((child) => !moved.has(child)), element];
  element.parent = parent;
  link(element.children);
  link(parent.children);
  return element;
}

function link(siblings: ChildNode[]): void {
  siblings.forEach((child, at) => {
    child.prev = siblings[at - 1] ?? null;
    child.next = siblings[at + 1] ?? null;
  });
}
