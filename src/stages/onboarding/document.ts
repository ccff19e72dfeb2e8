import { load, type CheerioAPI } from 'cheerio/slim';
import { Element, isTag, type ChildNode, type Document, type ParentNode } from 'domhandler';
import { DomHandler, Parser } from 'htmlparser2';

const nodesMax = 100_000;
/** What is deeper is left out; no page that people read is. */
const depthMax = 250;
/** Deeper than this the parser itself gets slow, so it stops there. */
const openTagsMax = 2_000;
const pieceCharacters = 16_384;
const parseMsMax = 2_000;

/** A DOM of bounded size and depth: everything downstream may recurse over it. */
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
    // No extractor reads comments.
  }

  override oncommentend(): void {
    // The base class closes here what `oncomment` opened.
  }
}

/** Parse as much of a page as the bounds allow; what comes after is not looked at. Never throws for what is in it. */
export function parseDocument(html: string): CheerioAPI {
  const handler = new BoundedHandler();
  const parser = new Parser(handler, { decodeEntities: true });
  const startMs = performance.now();
  for (let at = 0; at < html.length; at += pieceCharacters) {
    if (handler.isFull || performance.now() - startMs > parseMsMax) break;
    parser.write(html.slice(at, at + pieceCharacters));
  }
  parser.end();
  return load(completed(handler.root));
}

/** HTML lets a page leave out the tags around it; a browser's DOM has them all the same. */
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

/** Put these children into a new element, all at once: moving them one by one takes quadratic time. */
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
