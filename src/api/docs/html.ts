/** HTML text. Create it with the template tag `html`, which escapes every inserted value that is not `Html`. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

export const nothing = new Html('');

export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  const text = strings.map((literal, index) => literal + (index < parts.length ? rendered(parts[index]) : '')).join('');
  return new Html(text);
}

function rendered(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(rendered).join('') : escaped(String(part));
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

export function prose(text: string): Html {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return html`${paragraphs.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

/** Returns text with its Markdown for code and for links to `http` and `https` addresses as HTML. */
export function inline(text: string): Html {
  // The pieces are text, code, label, address, text, code, and so on; without a match a piece is undefined.
  const pieces: (string | undefined)[] = text.split(/`([^`]+)`|\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)/);
  return html`${pieces.map((piece, index) => {
    if (piece === undefined || index % 4 === 3) return nothing;
    if (index % 4 === 1) return html`<code>${piece}</code>`;
    return index % 4 === 2 ? html`<a href="${pieces[index + 1]}">${piece}</a>` : html`${piece}`;
  })}`;
}
