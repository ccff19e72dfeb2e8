/**
 * The small part of the DOM that the script in the page uses. The project is compiled without the DOM library, so that no
 * other file can use a name of a browser by mistake.
 */
export interface PageNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
}

export interface PageRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PageStyle {
  readonly color: string;
  readonly backgroundColor: string;
  readonly backgroundImage: string;
  readonly backgroundClip: string;
  readonly borderTopColor: string;
  readonly borderTopWidth: string;
  readonly cursor: string;
  readonly display: string;
  readonly fontFamily: string;
  readonly fontSize: string;
  readonly fontWeight: string;
  readonly opacity: string;
  readonly paddingLeft: string;
  readonly position: string;
  readonly textDecorationLine: string;
  readonly visibility: string;
  readonly zIndex: string;
  getPropertyValue(name: string): string;
}

export interface PageInlineStyle {
  setProperty(name: string, value: string, priority: string): void;
}

export interface PageElement extends PageNode {
  readonly tagName: string;
}

/** Properties that an element passes on to its children while the page is read. */
export interface Around {
  /** Nearest landmark, such as `header`; empty outside of all landmarks. */
  place: string;
  /** Address of the surrounding link; empty outside of links. */
  href: string;
  /** Nearest opaque background colour. */
  ground: string;
  struck: boolean;
  /** Names of the nearest ancestors: ids and classes. */
  names: string;
  isFixed: boolean;
  /** True inside a button. */
  isControl: boolean;
  /** True below an element that was recorded with its whole text, such as a heading. */
  isRecorded: boolean;
}

export interface TextPart {
  text: string;
  size: number;
  struck: boolean;
}

/** Text that is being collected from an element and its descendants. */
export interface CollectedText {
  pieces: TextPart[];
  struck: boolean;
  depth: number;
}
