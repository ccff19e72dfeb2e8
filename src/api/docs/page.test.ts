import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { html } from './html.ts';
import { pageHeaders, renderPage } from './page.ts';

test('the content security policy allows the stylesheet of the page', () => {
  const page = renderPage({ title: 'T', publicUrl: '', navigation: [], content: html`<p>x</p>` }).toString();
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(pageHeaders['Content-Security-Policy']).toContain(`'sha256-${hash}'`);
});
