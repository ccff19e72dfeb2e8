import { expect, test } from '@jest/globals';
import { html, inline, prose, type Html } from './html.ts';

const evil = `<img src=x onerror="alert('1')">&`;
const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';

test.each<[string, Html, string]>([
  ['values are escaped', html`<p title="${evil}">${evil}</p>`, `<p title="${escaped}">${escaped}</p>`],
  ['HTML of our own is not', html`<p>${html`<b>${evil}</b>`}</p>`, `<p><b>${escaped}</b></p>`],
  ['lists are joined, each value escaped', html`${['<', html`<br />`, 3]}`, '&lt;<br />3'],
  ['nothing is nothing', html`a${undefined}b`, 'ab'],
  ['code is marked in prose', inline('a `<b>` c'), 'a <code>&lt;b&gt;</code> c'],
  ['an empty line parts paragraphs', prose('a\n\nb\nc'), '<p>a</p><p>b\nc</p>'],
])('%s', (_, { text }, want) => {
  expect(text).toBe(want);
});
