import { createHash } from 'node:crypto';
import { html, Html, type HtmlPart } from './html.ts';
import { style } from './style.ts';

export interface NavGroup {
  title: string;
  links: { href: string; label: HtmlPart; isCurrent?: boolean }[];
}

export interface Page {
  title: string;
  publicUrl: string;
  navigation: NavGroup[];
  content: Html;
}

/**
 * The `style` element of each documentation page. The Content-Security-Policy contains a hash of the exact text between
 * the tags, so whitespace added there would make the browser reject the stylesheet.
 */
const styleElement = new Html(`<style>${style}</style>`);
const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Response headers of the documentation pages. The Content-Security-Policy forbids scripts and external resources, and
 * allows only the inline stylesheet, by the hash of its text.
 */
export const pageHeaders = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'public, max-age=300',
  'Referrer-Policy': 'no-referrer',
};

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#3b4cca" />
  <path d="M8 23 14.6 8h2.8L24 23h-3.6l-1.4-3.4h-6L11.6 23Zm6.1-6.3h3.8L16 12Z" fill="#fff" />
</svg>`;

export function renderPage({ title, publicUrl, navigation, content }: Page): Buffer {
  const side = html`<nav class="side" aria-label="Contents">${navigation.map(group)}</nav>`;
  const brand = html`<a class="brand" href="${publicUrl}/docs">${mark}Adwright</a>`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <details class="menu">
          <summary>${mark}Adwright</summary>
          ${side}
        </details>
        <div class="frame">
          <nav class="side" aria-label="Contents">${brand}${navigation.map(group)}</nav>
          <main class="main">${content}</main>
        </div>
      </body>
    </html> `;
  return Buffer.from(page.text);
}

function group({ title, links }: NavGroup): Html {
  const items = links.map(
    ({ href, label, isCurrent }) =>
      html`<li><a href="${href}" ${isCurrent === true ? html` aria-current="page"` : ''}>${label}</a></li>`,
  );
  return html`<h4>${title}</h4>
    <ul>
      ${items}
    </ul>`;
}
