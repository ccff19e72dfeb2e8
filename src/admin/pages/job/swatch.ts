import { html, type Html } from '../../web/html.ts';

const hexColor = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i;

/** A square of a colour. The hexadecimal value stands beside it, so readers of the screen skip the square. */
export function swatch(hex: string): Html | undefined {
  if (!hexColor.test(hex)) return undefined;
  return html`<svg class="swatch" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="23" height="23" x="0.5" y="0.5" rx="4" fill="${hex}" stroke="currentColor" stroke-opacity="0.3" />
  </svg>`;
}
