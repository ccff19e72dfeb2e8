import type { MadePicture } from '../../../schema/made-file.ts';
import { texts } from '../../texts/texts.ts';
import { html, type Html } from '../../web/html.ts';

const { result: words } = texts.job;

interface Shown {
  address: string;
  width: number;
  height: number;
}

type Box = NonNullable<MadePicture['places']>['safe'];

/** On demand, the picture with its safe area and the places that the quality checks measured. */
export function pictureOverlay({ file, width, height, places }: MadePicture, shown: Shown): Html {
  return html`<details>
    <summary>${words.overlay}</summary>
    ${places === undefined ? html`<p>${words.overlayMissing}</p>` : drawn({ file, width, height, places }, shown)}
  </details>`;
}

type Placed = Pick<MadePicture, 'file' | 'width' | 'height'> & { places: NonNullable<MadePicture['places']> };

function drawn({ file, width, height, places }: Placed, shown: Shown): Html {
  const unit = Math.min(width, height) / 100;
  return html`<figure class="overlay">
    <svg
      viewBox="0 0 ${width} ${height}"
      width="${shown.width}"
      height="${shown.height}"
      role="img"
      aria-label="${words.overlayText(file)}"
    >
      <image href="${shown.address}" width="${width}" height="${height}" />
      <rect ${attributes(places.safe)} fill="none" stroke="#00b3a4" stroke-width="${unit / 2}" stroke-dasharray="${2 * unit} ${unit}" />
      ${places.elements.map(
        ({ kind, box }) =>
          html`<rect ${attributes(box)} fill="#d6006c" fill-opacity="0.12" stroke="#d6006c" stroke-width="${unit / 3}" />
            <text x="${box.x}" y="${Math.max(3 * unit, box.y - unit / 2)}" font-size="${3 * unit}" fill="#d6006c">${words.elements[kind]}</text>`,
      )}
    </svg>
    <figcaption>${words.overlayLegend}</figcaption>
  </figure>`;
}

function attributes({ x, y, width, height }: Box): Html {
  return html`x="${x}" y="${y}" width="${width}" height="${height}"`;
}
