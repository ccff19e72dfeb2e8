import { describe, expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/page-of.ts';

/** The declared value of a property on the last link of a page. */
function declared(html: string, css: string, property = 'background-color'): string | undefined {
  const { $, styles } = pageOf(html, { css });
  const element = $('a').last().get(0);
  return element === undefined ? undefined : styles?.declared(element, property);
}

const button = '<main class="page"><a class="btn btn-primary" id="go" href="/x">Go</a></main>';

describe('what an element looks like', () => {
  test.each<[why: string, css: string, value: string | undefined]>([
    ['a class', '.btn{background-color:red}', 'red'],
    ['the later of two equals', '.btn{background-color:red}.btn-primary{background-color:blue}', 'blue'],
    ['the more specific one', '#go{background-color:red}.btn{background-color:blue}', 'red'],
    ['the important one', '.btn{background-color:red!important}#go{background-color:blue}', 'red'],
    ['with its ancestors', '.page .btn{background-color:red}.other .btn{background-color:blue}', 'red'],
    ['an escaped name', '.btn{background-color:red}.hover\\:x{background-color:blue}', 'red'],
    ['not while it is hovered', '.btn{background-color:red}.btn:hover{background-color:blue}', 'red'],
    ['not what stands before it', '.btn{background-color:red}.btn::before{background-color:blue}', 'red'],
    ['not on paper', '@media print{.btn{background-color:red}}', undefined],
    ['not in the dark', '@media (prefers-color-scheme:dark){.btn{background-color:red}}', undefined],
    ['not on a telephone', '@media (max-width:600px){.btn{background-color:red}}', undefined],
    ['on a desk', '@media screen and (min-width:64em){.btn{background-color:red}}', 'red'],
    ['not on a wall', '@media (min-width:3000px){.btn{background-color:red}}', undefined],
    ['in a layer', '@layer a{@layer b{.btn{background-color:red}}}', 'red'],
    ['where it is supported', '@supports (color:oklch(0 0 0)){.btn{background-color:red}}', 'red'],
    ['with :where', ':where(.btn){background-color:red}', 'red'],
    ['a selector nobody knows', '.btn:frobnicate(x){background-color:red}', undefined],
    ['after something broken', '}}} .x{{ .btn{background-color:red}', undefined],
  ])('%s', (_, css, value) => {
    expect(declared(button, css)).toBe(value);
  });

  test('its own style attribute stands above all', () => {
    const html = '<a style="background-color: green" class="btn" href="/">x</a>';
    expect(declared(html, '.btn{background-color:red}')).toBe('green');
  });
});

describe('custom properties', () => {
  test.each<[why: string, css: string, value: string]>([
    ['of the root', ':root{--a:red}.btn{background-color:var(--a)}', 'red'],
    ['of the element itself', ':root{--a:red}.btn-primary{--a:blue}.btn{background-color:var(--a)}', 'blue'],
    ['of something around it', ':root{--a:red}.page{--a:blue}.btn{background-color:var(--a)}', 'blue'],
    ['by way of another', ':root{--a:var(--b);--b:red}.btn{background-color:var(--a)}', 'red'],
    ['with what stands in for them', '.btn{background-color:var(--none, var(--nor, red))}', 'red'],
    ['as parts of a value', ':root{--h:10 20% 30%}.btn{background-color:hsl(var(--h) / 1)}', 'hsl(10 20% 30% / 1)'],
    ['that are not there', '.btn{background-color:var(--none)}', ''],
    ['that end in themselves', ':root{--a:var(--a)}.btn{background-color:var(--a)}', ''],
  ])('%s', (_, css, value) => {
    expect(declared(button, css)).toBe(value);
  });
});

test('a picture is relative to the sheet it stands in', () => {
  expect(declared(button, '.btn{background-image:url( "img/a.jpg" )}', 'background-image')).toBe(
    'url("https://shop.example/img/a.jpg")',
  );
});
