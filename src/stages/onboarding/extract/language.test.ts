import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { rankLanguages } from '../rank/language.ts';
import { language } from './language.ts';

const german =
  'Wir rösten die Bohnen in kleinen Mengen und schicken sie noch am selben Tag zu Ihnen, damit der Kaffee frisch ist. ';
const page = (root: string, text: string): string | undefined =>
  rankLanguages(language(pageOf(`<html ${root}><body><p>${text}</p></body></html>`)).languages ?? [])[0]?.value;

test.each<[why: string, root: string, text: string, want: string | undefined]>([
  ['returns the declared language of a page that agrees', 'lang="de-AT"', german, 'de-AT'],
  [
    'returns the language of the text if the declared one was copied with a template',
    'lang="en"',
    german.repeat(3),
    'de',
  ],
  [
    'returns the language of a short text without a word of the declared one',
    'lang="en"',
    'Uzun ömürlü ve sağlam malzemesiyle hemen sipariş ver. Daha fazla bilgi için bize ulaşın, çok hızlı ve her gün sizin için buradayız.',
    'tr',
  ],
  [
    'returns the declared language of a page in two languages',
    'lang="de"',
    `${german.repeat(3)} ${'We roast the beans in small batches and send them to you on the same day, for the best of coffee. '.repeat(4)}`,
    'de',
  ],
  [
    'returns the language of the text if the declared one has other letters',
    'lang="ru"',
    'Wir rösten die Bohnen in kleinen Mengen und schicken sie.',
    'de',
  ],
  ['returns the language of the text if none is declared', '', german, 'de'],
  ['returns the declared language of a page without text', 'lang="sv"', '', 'sv'],
  ['returns no language if nothing tells it', '', 'Kaffee', undefined],
])('language %s', (_, root, text, want) => {
  expect(page(root, text)).toBe(want);
});
