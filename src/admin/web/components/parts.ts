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

/** What is missing, and what to do about it. */
export function emptyState(title: string, advice: HtmlPart): Html {
  return html`<div class="empty"><p class="strong">${title}</p><p>${advice}</p></div>`;
}

export function link(view: View, path: string, text: HtmlPart): Html {
  return html`<a href="${url(view.to(path))}">${text}</a>`;
}

/** Pairs of a name and a value. */
export function definitions(pairs: readonly (readonly [string, HtmlPart])[]): Html {
  return html`<dl>${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A part of a page with a heading of the second level. */
export function section(title: string, body: HtmlPart, id?: string): Html {
  return html`<section ${id === undefined ? undefined : html`id="${id}"`}><h2>${title}</h2>${body}</section>`;
}

/** Text to copy, such as a request. A script adds the button that copies it. */
export function copyable(text: string): Html {
  return html`<pre class="copyable" data-copy tabindex="0"><code>${text}</code></pre>`;
}
