import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/page-of.ts';
import { language } from './language.ts';

const german =
  'Wir rösten die Bohnen in kleinen Mengen und schicken sie noch am selben Tag zu Ihnen, damit der Kaffee frisch ist. ';
const page = (root: string, text: string): string | undefined =>
  language(pageOf(`<html ${root}><body><p>${text}</p></body></html>`)).languages?.[0]?.value;

test.each<[why: string, root: string, text: string, want: string | undefined]>([
  ['returns the declared language of a page that agrees', 'lang="de-AT"', german, 'de-AT'],
  [
    'returns the language of the text if the declared one was copied with a template',
    'lang="en"',
    german.repeat(3),
    'de',
  ],
  ['returns the declared language if the text is short', 'lang="en"', german.slice(0, 60), 'en'],
  ['returns the language of the text if none is declared', '', german, 'de'],
  ['returns the declared language of a page without text', 'lang="sv"', '', 'sv'],
  ['returns no language if nothing tells it', '', 'Kaffee', undefined],
])('language %s', (_, root, text, want) => {
  expect(page(root, text)).toBe(want);
});
