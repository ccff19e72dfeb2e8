import { texts } from '../texts/texts.ts';
import { html, type Html } from './html.ts';
import { sectionsOf } from './navigation.ts';
import type { View } from './view.ts';

const { shortcuts } = texts.shell;

/** The dialog with the keys that a script listens to. Without script it stays closed. */
export function shortcutsDialog({ viewer }: View): Html | undefined {
  if (viewer === undefined) return undefined;
  const keys = [
    ...sectionsOf(viewer).map(({ key, title }) => [['g', key], title] as const),
    [['/'], shortcuts.search] as const,
    [['?'], shortcuts.help] as const,
  ];
  return html`<dialog id="shortcuts" aria-labelledby="shortcuts-title">
    <h2 id="shortcuts-title">${shortcuts.title}</h2>
    <ul class="keys">
      ${keys.map(([pressed, meaning]) => html`<li><span>${meaning}</span><span>${pressed.map((key) => html`<kbd>${key}</kbd> `)}</span></li>`)}
    </ul>
    <form method="dialog">
      <div class="field">
        <input type="checkbox" id="shortcuts-use" checked /><label for="shortcuts-use">${shortcuts.use}</label>
      </div>
      <button>${shortcuts.close}</button>
    </form>
  </dialog>`;
}
