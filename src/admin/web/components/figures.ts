import { html, url, type Html, type HtmlPart } from '../html.ts';
import type { View } from '../view.ts';

interface Progress {
  label: string;
  value: number;
  max: number;
  /** Shown beside the bar, such as `7 of 10 this minute`. */
  text: HtmlPart;
}

/** A bar that shows which part of a whole is used: amber above 80 %, red above 95 %. Without use, only the text. */
export function progress({ label, value, max, text }: Progress): Html {
  if (value === 0) return html`<span class="meter">${text}</span>`;
  const share = Math.min(value, max);
  const tone = value > max * 0.95 ? 'bad' : value > max * 0.8 ? 'warning' : undefined;
  const look = tone === undefined ? undefined : html` class="${tone}"`;
  return html`<span class="meter">
    <span>${text}</span>
    <progress${look} aria-label="${label}" value="${share}" max="${Math.max(1, max)}"></progress>
  </span>`;
}

interface Tile {
  name: string;
  value: HtmlPart;
  detail?: HtmlPart;
  /** Path of the page with the things that the value counts. */
  path?: string;
  /** Query of that page, such as its filter. */
  query?: Record<string, string | undefined>;
  tone?: 'bad';
}

/** A number with its name. */
export function statTile(view: View, { name, value, detail, path, query, tone }: Tile): Html {
  const body = html`<span class="name">${name}</span><span class="value">${value}</span>
    ${detail === undefined ? undefined : html`<span class="detail">${detail}</span>`}`;
  const look = tone === undefined ? 'tile' : `tile ${tone}`;
  if (path === undefined) return html`<div class="${look}">${body}</div>`;
  return html`<a class="${look}" href="${url(view.to(path, query))}">${body}</a>`;
}

export function tiles(...all: HtmlPart[]): Html {
  return html`<div class="tiles">${all}</div>`;
}
