import { expect, test } from '@jest/globals';
import { html, inline, prose, type Html } from './html.ts';

const evil = `<img src=x onerror="alert('1')">&`;
const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

test.each<[string, Html, string]>([
  ['html escapes values', html`<p title="${evil}">${evil}</p>`, `<p title="${escaped}">${escaped}</p>`],
  ['html does not escape nested HTML again', html`<p>${html`<b>${evil}</b>`}</p>`, `<p><b>${escaped}</b></p>`],
  ['html joins lists and escapes each value', html`${['<', html`<br />`, 3]}`, '&lt;<br />3'],
  ['html renders undefined as nothing', html`a${undefined}b`, 'ab'],
  ['inline turns backticks into code elements', inline('a `<b>` c'), 'a <code>&lt;b&gt;</code> c'],
  [
    'inline turns Markdown links into links',
    inline('as [a page](https://a.example/?b&c) says: `[x](https://y.example)`'),
    'as <a href="https://a.example/?b&amp;c">a page</a> says: <code>[x](https://y.example)</code>',
  ],
  ['inline links no script', inline('[x](javascript:alert)'), '[x](javascript:alert)'],
  ['prose separates paragraphs at empty lines', prose('a\n\nb\nc'), '<p>a</p><p>b\nc</p>'],
])('%s', (_, { text }, want) => {
  expect(text).toBe(want);
});
