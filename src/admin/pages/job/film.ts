import { fileNamed } from '../../../operations/jobs/stored-files.ts';
import type { MadeVideo } from '../../../schema/made-file.ts';
import { texts } from '../../texts/texts.ts';
import { definitions } from '../../web/components/parts.ts';
import { html, url, type Html, type HtmlPart } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import { checksTable } from './checks.ts';
import { langOf } from './film-language.ts';
import type { JobData } from './job-data.ts';
import { decimal, fileSize, jobPath } from './job-parts.ts';
import { commonFacts, downloadButton, sizeWithin, smallWidth } from './picture.ts';

const { film: words, result } = texts.job;
const filmMax = { width: 640, height: 640 };

/** Files that the stage `video` writes together with the film. */
const besides = { poster: 'thumbnail.jpg', captions: 'captions.vtt' };

/** A film with its captions, loudness, checks, and a frame of each scene. */
export function madeFilm(view: View, data: JobData, video: MadeVideo): Html {
  const files = data.files === 'unavailable' ? [] : data.files;
  const address = (name: string): string => url(view.to(jobPath(data.job.jobId, 'files', name)));
  const has = (name: string): boolean => fileNamed(files, name) !== undefined;
  const { width, height } = sizeWithin(video, filmMax);
  const captions = has(besides.captions) ? address(besides.captions) : undefined;
  return html`<article class="made">
    <div class="sizes"><video
      controls
      preload="metadata"
      width="${width}"
      height="${height}"
      src="${address(video.file)}"
      ${has(besides.poster) ? html`poster="${address(besides.poster)}"` : undefined}
    >
      ${
        captions === undefined
          ? undefined
          : html`<track kind="captions" default src="${captions}" srclang="${langOf(data)}" label="${words.captions}" />`
      }
    </video></div>
    <p class="actions">${downloadButton(address(video.file), result.download(words.video))}
      <span class="soft">${video.width} × ${video.height}, ${fileSize(view, video.bytes)}</span></p>
    <details><summary>${result.facts(words.video)}</summary>${definitions(filmFacts(view, video, captions))}</details>
    ${checksTable(view, words.video, video.checks)}
    ${contactSheet(view, video, address(video.file))}
  </article>`;
}

function filmFacts(view: View, video: MadeVideo, captions: string | undefined): (readonly [string, HtmlPart])[] {
  const measured = (name: string, text: (value: string) => string): string | undefined => {
    const check = video.checks.find(({ check }) => check === name);
    return check && text(decimal(view, check.value));
  };
  const [loudness, peak] = [measured('loudness', words.lufs), measured('true_peak', words.dbtp)];
  return [
    [words.length, words.seconds(decimal(view, video.seconds))],
    [words.fps, decimal(view, video.framesPerSecond)],
    [words.sound, video.hasAudio ? words.hasSound : words.noSound],
    [words.voice, video.voice ?? words.noVoice],
    ...(loudness === undefined ? [] : [[words.loudness, loudness] as const]),
    ...(peak === undefined ? [] : [[words.peak, peak] as const]),
    [words.captions, captions === undefined ? words.noCaptions : html`<a href="${captions}">${words.captionsFile}</a>`],
    ...commonFacts(view, video),
  ];
}

/**
 * One frame of each scene. The browser itself decodes the frame at a time of the film (a media fragment), because the
 * image of the dashboard has no video decoder, and the stage stores no frames.
 */
function contactSheet(view: View, { scenes, width, height }: MadeVideo, address: string): Html | undefined {
  if (scenes.length === 0) return undefined;
  const size = sizeWithin({ width, height }, { width: smallWidth });
  return html`<h4>${words.contactSheet}</h4>
    <ul class="contact-sheet">
      ${scenes.map(({ startSeconds, endSeconds, onScreenText }) => {
        const seconds = ((startSeconds + endSeconds) / 2).toFixed(1);
        const label = words.frameAt(decimal(view, Number(seconds)));
        return html`<li>
          <video
            preload="metadata"
            muted
            playsinline
            width="${size.width}"
            height="${size.height}"
            src="${address}#t=${seconds}"
            aria-label="${label}"
          ></video>
          <p>${label}: ${onScreenText}</p>
        </li>`;
      })}
    </ul>`;
}
