import type { Answer } from '../../http/answer.ts';
import { mayRun } from '../../operations/actor.ts';
import { texts } from '../texts/texts.ts';
import { doctype, html, url, type Html, type HtmlPart } from './html.ts';
import { sections } from './sections.ts';
import type { View } from './view.ts';

interface Page {
  title: string;
  /** Path of the section of the navigation that contains the page, such as `/jobs`. */
  section?: string;
  body: HtmlPart;
  status?: number;
  /** Topics whose changes make the browser fetch the page again, such as `jobs` or `account/default/acme`. */
  topics?: readonly string[];
  headers?: Record<string, string>;
}

/** Returns a whole page of the dashboard. */
export function page(view: View, { status = 200, headers = {}, ...parts }: Page): Extract<Answer, { kind: 'bytes' }> {
  const all = { 'Content-Type': 'text/html; charset=utf-8', ...headers };
  return { kind: 'bytes', status, headers: all, bytes: Buffer.from(textOf(view, parts)) };
}

function textOf(view: View, { title, section, body, topics = [] }: Omit<Page, 'status' | 'headers'>): string {
  const text = html`${doctype}
    <html lang="en" data-theme="${view.theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${texts.shell.product}</title>
        <link rel="stylesheet" href="${url(view.to('/assets/style.css'))}" />
        <script type="module" src="${url(view.to('/assets/script.js'))}"></script>
      </head>
      <body>
        <a class="skip" href="#main">${texts.shell.skip}</a>
        ${navigation(view, section)}
        <main id="main" tabindex="-1" data-topics="${topics.join(' ')}">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
  return text.toString();
}

function navigation(view: View, section: string | undefined): Html | undefined {
  const { viewer } = view;
  if (viewer === undefined) return undefined;
  const seen = sections.filter(({ right }) => mayRun(right, viewer.actor));
  return html`<nav aria-label="${texts.shell.navigation}">
    ${seen.map(
      ({ path, title }) =>
        html`<a href="${url(view.to(path))}" aria-current="${path === section ? 'page' : 'false'}">${title}</a>`,
    )}
  </nav>`;
}
