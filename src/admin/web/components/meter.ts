import { html, type Html } from '../html.ts';
import { number } from './formats.ts';
import type { View } from '../view.ts';

/** A bar that shows which part of `max` is used. The text says the same in numbers. */
export function meter(view: View, { used, max, text }: { used: number; max: number; text?: string }): Html {
  const words = text ?? `${number(view, used)} / ${number(view, max)}`;
  return html`<span class="meter"
    ><progress max="${Math.max(1, max)}" value="${Math.max(0, Math.min(used, max))}" aria-label="${words}"></progress>
    <span aria-hidden="true">${words}</span></span
  >`;
}
