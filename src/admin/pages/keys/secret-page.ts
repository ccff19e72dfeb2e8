import { accountOf } from '../../../domain/account-of.ts';
import type { Answer } from '../../../http/answer.ts';
import { keyText } from '../../../objects/object-key.ts';
import { mayRun } from '../../../operations/actor.ts';
import { createJob } from '../../../operations/jobs/create-job.ts';
import type { ApiKey } from '../../../schema/apikey.ts';
import { requestSnippets } from '../../snippets.ts';
import { texts } from '../../texts/texts.ts';
import { copyable, definitions, link, linkButton, notice, section } from '../../web/components/parts.ts';
import { html, type Html } from '../../web/html.ts';
import { page } from '../../web/page.ts';
import type { View } from '../../web/view.ts';
import { names, playgroundPath } from '../playground/playground-page.ts';
import { keyPath, keysParent } from './key-parts.ts';

const { keys: words } = texts;

/** A request that works without any preparation: no page of the brand has to be readable. */
const example = {
  path: '/create_image_ad_async',
  body: {
    brand_data: { brand_name: 'Example', brand_url: 'https://example.com/' },
    ad_copies: [
      { copy_type: 'headline', copy_text: 'Made in one request' },
      { copy_type: 'cta', copy_text: 'Try it' },
    ],
    generation_metadata: { aspect_ratios: '1:1' },
  },
};

interface Secret {
  title: string;
  key: ApiKey;
  secret: string;
  apiUrl: string;
}

/**
 * Page that shows the secret of an API key once, with requests to copy. It is the answer to the form itself, so that
 * the secret is in no address, and `no-store` keeps it out of the history of the browser.
 */
export function secretPage(view: View, { title, key, secret, apiUrl }: Secret): Answer {
  const snippets = requestSnippets({ ...example, apiUrl, keyPlaceholder: secret });
  const body = html`${notice('warning', words.secretOnce)}
    ${definitions([
      [words.secret, copyable(secret)],
      [words.name, link(view, keyPath(key.metadata), key.metadata.name)],
      [words.account, keyText(accountOf(key))],
    ])}
    ${section(
      words.tryIt,
      html`${playgroundButton(view, key)}
        <p>${words.tryItText}</p>
        <h3>${words.snippets.curl}</h3>
        ${copyable(snippets.curl)}
        <details><summary>${words.snippets.typescript}</summary>${copyable(snippets.typescript)}</details>
        <details><summary>${words.snippets.python}</summary>${copyable(snippets.python)}</details>`,
    )}
    <p class="actions">
      ${link(view, keyPath(key.metadata), words.toKey)} ${link(view, '/keys/new', words.another)}
    </p>`;
  return page(view, {
    title,
    section: '/keys',
    parent: keysParent,
    body,
    hasSecret: true,
    headers: { 'Cache-Control': 'no-store' },
  });
}

/** Link to the playground with the key chosen, for those who may create jobs there. */
function playgroundButton(view: View, { metadata }: ApiKey): Html | undefined {
  if (view.viewer === undefined || !mayRun(createJob.right, view.viewer.actor)) return undefined;
  const query = { [names.key]: keyText(metadata) };
  return html`<p>${linkButton(view, playgroundPath, words.inPlayground, { query })}</p>`;
}
