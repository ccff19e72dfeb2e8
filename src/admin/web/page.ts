import type { Answer } from '../../http/answer.ts';
import { texts } from '../texts/texts.ts';
import { assetPath } from './assets.ts';
import { compressed } from './compression.ts';
import { doctype, html, url, type Html, type HtmlPart } from './html.ts';
import { brand, navigation, topBar } from './navigation.ts';
import { shortcutsDialog } from './shortcuts.ts';
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
  /** The page above this one. */
  parent?: { path: string; title: string };
  /** A sentence or a few facts below the title. */
  lead?: HtmlPart;
  /** Links and forms next to the title. */
  actions?: HtmlPart;
  /**
   * True if the page contains a secret. It is sent without compression, because the size of a compressed page can reveal
   * parts of a secret.
   */
  hasSecret?: boolean;
}

/** Returns a whole page of the dashboard. */
export function page(
  view: View,
  { status = 200, headers = {}, hasSecret = false, ...parts }: Page,
): Extract<Answer, { kind: 'bytes' }> {
  const { bytes, headers: more } = compressed(Buffer.from(textOf(view, parts)), view.canGzip && !hasSecret);
  return { kind: 'bytes', status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...more, ...headers }, bytes };
}

type Shown = Omit<Page, 'status' | 'headers' | 'hasSecret'>;

function textOf(view: View, shown: Shown): string {
  const text = html`${doctype}
    <html lang="en" data-theme="${view.theme}" data-locale="${view.locale}" data-utc="${String(view.isUtc)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${shown.title} · ${texts.shell.product}</title>
        <link rel="icon" href="${url(view.to(assetPath('mark.svg')))}" type="image/svg+xml" />
        <link rel="stylesheet" href="${url(view.to(assetPath('style.css')))}" />
        <script type="module" src="${url(view.to(assetPath('script.js')))}"></script>
      </head>
      ${view.viewer === undefined ? alone(view, shown) : framed(view, shown)}
    </html>`;
  return text.toString();
}

/** A page with the navigation. */
function framed(view: View, shown: Shown): Html {
  return html`<body class="framed" data-base="${view.to('')}" data-texts="${JSON.stringify(texts.shell.script)}">
    <a class="skip" href="#main">${texts.shell.skip}</a>
    ${topBar(view)} ${navigation(view, shown.section)} ${content(view, shown)} ${shortcutsDialog(view)}
  </body>`;
}

/** A page for someone who has no session: one card in the middle. */
function alone(view: View, shown: Shown): Html {
  return html`<body class="alone" data-base="${view.to('')}" data-texts="${JSON.stringify(texts.shell.script)}">
    ${brand(view)} ${content(view, shown)}
  </body>`;
}

function content(view: View, { title, body, topics = [], parent, lead, actions }: Shown): Html {
  const { viewer } = view;
  const mayOnlyRead = viewer?.actor.kind === 'role' && viewer.actor.role === 'viewer';
  return html`<main id="main" tabindex="-1" data-topics="${topics.join(' ')}" data-at="${view.now.getTime()}">
    ${mayOnlyRead ? html`<p class="strip">${texts.shell.readOnly}</p>` : undefined}
    <div class="head">
      <div>
        ${parent === undefined ? undefined : html`<p class="crumb"><a href="${url(view.to(parent.path))}">${parent.title}</a></p>`}
        <div class="title"><h1>${title}</h1>${topics.length === 0 ? undefined : liveMark()}</div>
        ${lead === undefined ? undefined : html`<div class="lead">${lead}</div>`}
      </div>
      <div class="actions">${actions}</div>
    </div>
    ${body}
  </main>`;
}

/** Place where a script shows whether the page follows changes. */
function liveMark(): Html {
  return html`<span class="live" data-live title="${texts.shell.liveTitle}" hidden></span>`;
}
