import { html, url, type Html, type HtmlPart } from '../html.ts';
import type { View } from '../view.ts';

export type Tone = 'neutral' | 'good' | 'busy' | 'warning' | 'bad';

/** A short state, such as SUCCESS. The text says everything; the colour only repeats it. */
export function badge(tone: Tone, text: string): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** A sentence that stands out, such as the result of an action. */
export function notice(tone: Tone, body: HtmlPart): Html {
  return html`<div class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}">${body}</div>`;
}

/** Sentence about a list without entries, with advice. */
export function emptyState(title: string, advice: HtmlPart): Html {
  return html`<div class="empty">
    <p class="strong">${title}</p>
    ${advice === '' ? undefined : html`<div>${advice}</div>`}
  </div>`;
}

type Query = Parameters<View['to']>[1];

export function link(view: View, path: string, text: HtmlPart, query?: Query): Html {
  return html`<a href="${url(view.to(path, query))}">${text}</a>`;
}

interface LinkLook {
  /** True for the main action of a page. */
  isPrimary?: boolean;
  query?: Query;
}

/** A link that looks like a button. */
export function linkButton(
  view: View,
  path: string,
  text: HtmlPart,
  { isPrimary = false, query }: LinkLook = {},
): Html {
  return html`<a class="${isPrimary ? 'button primary' : 'button'}" href="${url(view.to(path, query))}">${text}</a>`;
}

/** Pairs of a name and a value. */
export function definitions(pairs: readonly (readonly [string, HtmlPart])[]): Html {
  return html`<dl>${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A part of a page with a heading of the second level. */
export function section(title: string, body: HtmlPart, id?: string): Html {
  return html`<section ${id === undefined ? undefined : html`id="${id}"`}><h2>${title}</h2>${body}</section>`;
}

/** Parts of a page, side by side on a wide screen. */
export function columns(...parts: HtmlPart[]): Html {
  return html`<div class="columns">${parts}</div>`;
}

/** A surface that holds parts together. */
export function card(body: HtmlPart): Html {
  return html`<div class="card">${body}</div>`;
}

/** Text to copy, such as a request. A script adds the button that copies it. */
export function copyable(text: string): Html {
  return html`<div class="copybox"><pre class="copyable" data-copy tabindex="0"><code>${text}</code></pre></div>`;
}

/** Shows the code in a description, which is in backticks. */
export function inlineCode(markdown: string): HtmlPart {
  return markdown.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** A short text to copy, such as an id. A script adds the button that copies it. */
export function copyLine(text: string): Html {
  return html`<p class="copyline"><code data-copy>${text}</code></p>`;
}

/** Links to the parts of one thing. `current` is the path of the part that is shown. */
export function tabs(
  view: View,
  label: string,
  { parts, current }: { parts: readonly { path: string; title: HtmlPart }[]; current: string },
): Html {
  return html`<nav class="tabs" aria-label="${label}">
    ${parts.map(
      ({ path, title }) =>
        html`<a href="${url(view.to(path))}"${path === current ? html` aria-current="page"` : undefined}>${title}</a>`,
    )}
  </nav>`;
}

/** Changed fields, each with its value before and after. */
export function diff(rows: readonly { name: string; before: string | undefined; after: string | undefined }[]): Html {
  return html`<dl class="diff">
    ${rows.map(
      ({ name, before, after }) =>
        html`<div>
          <dt>${name}</dt>
          <dd>
            ${before === undefined ? undefined : html`<del>${before}</del>`}
            ${after === undefined ? undefined : html`<ins>${after}</ins>`}
          </dd>
        </div>`,
    )}
  </dl>`;
}

interface Picture {
  /** Address of the file. */
  source: string;
  /** Description of the picture for screen readers. */
  alt: string;
  /** Path of the page to which the picture leads. */
  path: string;
  caption?: HtmlPart;
}

/** Pictures in a grid. Each links to a page. */
export function pictureGrid(view: View, pictures: readonly Picture[]): Html {
  return html`<ul class="pictures">
    ${pictures.map(
      ({ source, alt, path, caption }) =>
        html`<li>
          <figure>
            <a href="${url(view.to(path))}"><img src="${url(source)}" alt="${alt}" loading="lazy" decoding="async" /></a>
            ${caption === undefined ? undefined : html`<figcaption>${caption}</figcaption>`}
          </figure>
        </li>`,
    )}
  </ul>`;
}
