import { describe, expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';

/** Returns the declared value of a property of the last link of a page. */
function declared(html: string, css: string, property = 'background-color'): string | undefined {
  const { $, styles } = pageOf(html, { css });
  const element = $('a').last().get(0);
  return element === undefined ? undefined : styles?.declared(element, property);
}

const button =
  '<main class="page"><a class="btn btn-primary md:go 2x bg-[#E2343A] w-[min(1px,2px)] [&>a] bg-red/50 p-0.5 hover:hover:go" id="go" href="/x">Go</a></main>';

describe('declared values', () => {
  test.each<[why: string, css: string, value: string | undefined]>([
    ['the rule of a class', '.btn{background-color:red}', 'red'],
    ['the later of two equal rules', '.btn{background-color:red}.btn-primary{background-color:blue}', 'blue'],
    ['the more specific rule', '#go{background-color:red}.btn{background-color:blue}', 'red'],
    ['the important rule', '.btn{background-color:red!important}#go{background-color:blue}', 'red'],
    ['a rule with a matching ancestor', '.page .btn{background-color:red}.other .btn{background-color:blue}', 'red'],
    ['a rule next to an escaped name', '.btn{background-color:red}.hover\\:x{background-color:blue}', 'red'],
    ['no rule for :hover', '.btn{background-color:red}.btn:hover{background-color:blue}', 'red'],
    ['no rule for a pseudo-element', '.btn{background-color:red}.btn::before{background-color:blue}', 'red'],
    ['no rule for print', '@media print{.btn{background-color:red}}', undefined],
    ['no rule for a dark colour scheme', '@media (prefers-color-scheme:dark){.btn{background-color:red}}', undefined],
    ['no rule for a small screen', '@media (max-width:600px){.btn{background-color:red}}', undefined],
    ['a rule for a desktop screen', '@media screen and (min-width:64em){.btn{background-color:red}}', 'red'],
    ['no rule for a screen wider than 3000 px', '@media (min-width:3000px){.btn{background-color:red}}', undefined],
    ['a rule in a layer', '@layer a{@layer b{.btn{background-color:red}}}', 'red'],
    ['a rule in a supports block', '@supports (color:oklch(0 0 0)){.btn{background-color:red}}', 'red'],
    ['a rule with :where', ':where(.btn){background-color:red}', 'red'],
    [
      'a tag rather than :where, which counts nothing',
      'a{background-color:red}:where(.btn){background-color:blue}',
      'red',
    ],
    [
      'the argument of :not, but not :not itself',
      '.btn:not(.x){background-color:blue}.btn.btn-primary{background-color:red}',
      'red',
    ],
    ['a rule for a name with an escaped colon', '.md\\:go{background-color:red}', 'red'],
    ['an escaped name as one class', '.btn.btn-primary{background-color:red}.md\\:go{background-color:blue}', 'red'],
    ['a rule for a name with escaped brackets and a hash', '.bg-\\[\\#E2343A\\]{background-color:#e2343a}', '#e2343a'],
    ['a rule for a name with an escaped comma', '.w-\\[min\\(1px\\,2px\\)\\],.x{background-color:red}', 'red'],
    ['a rule for a name with an escaped greater-than sign', '.\\[\\&\\>a\\]{background-color:red}', 'red'],
    ['a rule for a name with an escaped slash and dot', '.bg-red\\/50.p-0\\.5{background-color:red}', 'red'],
    ['a rule for a name with an escape by code', '.\\32 x{background-color:red}', 'red'],
    ['a rule for a name that contains an escaped state', '.hover\\:hover\\:go{background-color:red}', 'red'],
    ['a rule after a comma in a string', '[href="/a,b"] i,.btn{background-color:red}', 'red'],
    ['no rule for a state of a name with an escape', '.md\\:go:hover{background-color:red}', undefined],
    ['no rule for a class that starts with a digit, which is not CSS', '.2x{background-color:red}', undefined],
    ['no rule with an unknown selector', '.btn:frobnicate(x){background-color:red}', undefined],
    ['no rule after invalid CSS', '}}} .x{{ .btn{background-color:red}', undefined],
  ])('declared uses %s', (_, css, value) => {
    expect(declared(button, css)).toBe(value);
  });

  test.each<[what: string, css: string, value: string]>([
    ['the style attribute to a rule', '#go{background-color:red}', 'green'],
    ['an important rule to the style attribute', '.btn{background-color:red!important}', 'red'],
  ])('declared prefers %s', (_, css, value) => {
    expect(declared('<a style="background-color: green" class="btn" id="go" href="/">x</a>', css)).toBe(value);
  });
});

describe('custom properties', () => {
  test.each<[why: string, css: string, value: string]>([
    ['a custom property of the root', ':root{--a:red}.btn{background-color:var(--a)}', 'red'],
    [
      'a custom property of the element itself',
      ':root{--a:red}.btn-primary{--a:blue}.btn{background-color:var(--a)}',
      'blue',
    ],
    ['a custom property of an ancestor', ':root{--a:red}.page{--a:blue}.btn{background-color:var(--a)}', 'blue'],
    [
      'a custom property that refers to another one',
      ':root{--a:var(--b);--b:red}.btn{background-color:var(--a)}',
      'red',
    ],
    ['the fallback of a missing custom property', '.btn{background-color:var(--none, var(--nor, red))}', 'red'],
    [
      'a custom property as part of a value',
      ':root{--h:10 20% 30%}.btn{background-color:hsl(var(--h) / 1)}',
      'hsl(10 20% 30% / 1)',
    ],
    ['a missing custom property as empty', '.btn{background-color:var(--none)}', ''],
    ['a custom property that refers to itself as empty', ':root{--a:var(--a)}.btn{background-color:var(--a)}', ''],
  ])('declared resolves %s', (_, css, value) => {
    expect(declared(button, css)).toBe(value);
  });
});

test('the URL of a background image is relative to its stylesheet', () => {
  expect(declared(button, '.btn{background-image:url( "img/a.jpg" )}', 'background-image')).toBe(
    'url("https://shop.example/img/a.jpg")',
  );
});

test('a drawing with many shapes leaves enough steps to read the rest of the page', () => {
  const rules = Array.from({ length: 30 }, (_, at) => `.a .s${at}{fill:red}`).join('');
  const classes = Array.from({ length: 30 }, (_, at) => `s${at}`).join(' ');
  const html = `<svg>${`<path class="${classes}"/>`.repeat(300)}</svg><a class="b">Go</a>`;
  const { $, styles } = pageOf(html, { css: `${rules}.b{background-color:red}` });
  for (const path of $('path').toArray()) styles?.declared(path, 'fill');
  const [link] = $('a').toArray();
  expect(link && styles?.declared(link, 'background-color')).toBe('red');
});
