import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { fonts } from './fonts.ts';

function familiesOf(css: string, head = ''): (string | null)[] {
  const { fonts: found = [] } = fonts(pageOf(`${head}<h1>Bread</h1><p>Baked at night.</p>`, { css }));
  return [...new Set(found.map(({ value }) => value.family))];
}

test.each<[what: string, css: string, families: string[]]>([
  ['the first family of a stack', 'body{font-family:Karla,Inter,sans-serif}', ['Karla']],
  ['a font of the system', 'body{font-family:Georgia,"Times New Roman",serif}', ['Georgia']],
  [
    'a font of the system instead of its fallback',
    'body{font-family:"Helvetica Neue",Lato,sans-serif}',
    ['Helvetica Neue'],
  ],
  ['the font of the user interface', 'body{font-family:system-ui,Roboto,sans-serif}', ['system-ui']],
  [
    'the family of a heading and of the text',
    'h1{font-family:Fraunces,serif}body{font-family:Karla}',
    ['Fraunces', 'Karla'],
  ],
  ['the family in the font shorthand', 'body{font:400 16px/1.5 Verdana,Lato,sans-serif}', ['Verdana']],
  ['a family without invisible characters', 'body{font-family:"Night\u200bShift \u2060Sans"}', ['NightShift Sans']],
  ['a long family without half of an emoji', `body{font-family:"${'a'.repeat(99)}😀"}`, [`${'a'.repeat(99)}😀`]],
  ['no family for a keyword', 'body{font-family:sans-serif}', []],
  ['no fallback of an icon font', 'h1{font-family:FontAwesome,Lato}', []],
])('fonts finds %s', (_, css, families) => {
  expect(familiesOf(css)).toEqual(families);
});

test.each<[what: string, href: string, families: string[]]>([
  ['one family', 'css2?family=Zen+Old+Mincho:wght@400;700&display=swap', ['Zen Old Mincho']],
  ['a name without half of an emoji', `css2?family=${'a'.repeat(99)}😀b`, [`${'a'.repeat(99)}…`]],
  ['two parameters', 'css2?family=Lato&family=Playfair+Display:ital@1', ['Lato', 'Playfair Display']],
  ['an encoded list', 'css?family=Playfair+Display%3A400%2C700%7CMontserrat%3A400', ['Playfair Display', 'Montserrat']],
])('fonts finds %s in a link to a font service', (_, href, families) => {
  const link = `<link rel=stylesheet href="https://fonts.googleapis.com/${href}">`;
  expect(familiesOf('', link)).toEqual(families);
});
