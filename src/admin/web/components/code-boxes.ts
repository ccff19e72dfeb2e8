import { html, type Html } from '../html.ts';
import { copyable } from './parts.ts';

/** Texts to copy, each below its name. Only the first one is unfolded. */
export function codeBoxes(boxes: readonly (readonly [name: string, text: string])[]): Html {
  return html`${boxes.map(
    ([name, text], at) =>
      html`<details ${at === 0 ? html`open` : undefined}>
        <summary>${name}</summary>
        ${copyable(text)}
      </details>`,
  )}`;
}
