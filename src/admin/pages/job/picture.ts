import type { MadePicture } from '../../../schema/made-file.ts';
import { texts } from '../../texts/texts.ts';
import { definitions } from '../../web/components/parts.ts';
import { html, url, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { checksTable } from './checks.ts';
import { fileSize, jobPath } from './job-parts.ts';
import { pictureOverlay } from './overlay.ts';

const { result: words } = texts.job;

/** Width in pixels at which an ad is shown as small as a feed on a phone shows it. */
export const smallWidth = 120;
/** Width of the file from which the page shows a picture: twice the largest size, for dense screens. */
const previewWidth = 960;
/** Largest size in pixels at which a picture is shown on the page. The link leads to the full size. */
const shownMax = { width: 640, height: 640 };

/** A picture at a size that fits the page, at 120 px, with its facts, checks and places. */
export function madePicture(view: View, jobId: string, made: MadePicture): Html {
  const { file, width, height, altText } = made;
  const address = (query = {}): string => url(view.to(jobPath(jobId, 'files', file), query));
  const shown = sizeWithin(made, shownMax);
  const small = sizeWithin(made, { width: smallWidth });
  const preview = address({ width: previewWidth });
  return html`<article class="made">
    <div class="sizes">
      <figure>
        <a href="${address()}"
          ><img src="${preview}" alt="${altText}" width="${shown.width}" height="${shown.height}" loading="lazy"
        /></a>
      </figure>
      <figure>
        <img
          src="${address({ width: smallWidth })}"
          alt=""
          width="${small.width}"
          height="${small.height}"
          loading="lazy"
        />
        <figcaption>${words.small}</figcaption>
      </figure>
    </div>
    <p class="actions">${downloadButton(address(), words.download(made.aspectRatio))}
      <span class="soft">${width} × ${height}, ${fileSize(view, made.bytes)}</span></p>
    <details><summary>${words.facts(made.aspectRatio)}</summary>${definitions(pictureFacts(view, made))}</details>
    ${checksTable(view, made.aspectRatio, made.checks)} ${pictureOverlay(made, { address: preview, ...shown })}
  </article>`;
}

/** Link that stores a file of the ad. `address` comes from `url`. */
export function downloadButton(address: string, text: string): Html {
  return html`<a class="button" href="${address}" download>${text}</a>`;
}

/** Returns the size of a picture that is reduced to at most this size, in whole pixels. */
export function sizeWithin(
  { width, height }: { width: number; height: number },
  max: { width: number; height?: number },
): { width: number; height: number } {
  const scale = Math.min(1, max.width / width, (max.height ?? Infinity) / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function pictureFacts(view: View, made: MadePicture): (readonly [string, HtmlPart])[] {
  return [
    [words.ratio, made.aspectRatio],
    [words.layout, made.layout],
    [words.alt, made.altText],
    [words.dropped, made.dropped.length === 0 ? words.droppedNone : made.dropped.join(', ')],
    ...(made.shown === null
      ? []
      : [[words.shows, [made.shown.role, made.shown.alt].filter(Boolean).join(': ')] as const]),
    ...commonFacts(view, made),
  ];
}

/** Facts that pictures and films share. */
export function commonFacts(
  view: View,
  made: Pick<MadePicture, 'bytes' | 'seed' | 'model' | 'degraded' | 'sha256' | 'copy'>,
): (readonly [string, HtmlPart])[] {
  const drawn = Object.values(made.copy).filter((text) => text !== '');
  return [
    [words.texts, html`<ul>${drawn.map((text) => html`<li>${text}</li>`)}</ul>`],
    [words.bytes, fileSize(view, made.bytes)],
    [words.seed, html`<code>${made.seed}</code>`],
    [words.model, made.model],
    [words.degraded, made.degraded ? words.degradedYes : words.no],
    [words.sha256, html`<code>${made.sha256}</code>`],
  ];
}
