import { texts } from '../../texts/texts.ts';
import { linkButton } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const { overview } = texts;

/** The way from a new installation to the first ad: an account, an API key, an ad. */
export function firstSteps(view: View, { hasAccounts, hasKeys }: { hasAccounts: boolean; hasKeys: boolean }): Html {
  const steps = [
    { ...overview.steps.account, path: '/accounts', isDone: hasAccounts },
    { ...overview.steps.key, path: '/keys', isDone: hasKeys },
    { ...overview.steps.ad, path: '/playground', isDone: false },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return html`<ol class="steps">
    ${steps.map(
      ({ title, text, action, path, isDone }, at) =>
        html`<li class="${isDone ? 'done' : ''}">
          <h2>${title}</h2>
          <p>${text}</p>
          ${isDone ? html`<p class="soft">${overview.steps.done}</p>` : html`<p>${linkButton(view, path, action, { isPrimary: at === next })}</p>`}
        </li>`,
    )}
  </ol>`;
}
