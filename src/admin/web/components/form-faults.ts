import type { Faults } from '../../forms/read-form.ts';
import { texts } from '../../texts/texts.ts';
import { html, type Html } from '../html.ts';

/** Returns a list of the faults of a form with links to its fields, or undefined if the form has no faults. */
export function formFaults(faults: Faults): Html | undefined {
  const all = Object.entries(faults);
  if (all.length === 0) return undefined;
  return html`<div class="notice bad" role="alert">
    <p>${texts.forms.faults(all.length)}</p>
    <ul>
      ${all.map(([name, fault]) => html`<li><a href="#field-${name}">${fault}</a></li>`)}
    </ul>
  </div>`;
}
