import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { customProperties } from './custom-properties.ts';

function usesOf(css: string): [string, string][] {
  const { colors = [] } = customProperties(pageOf('<h1>x</h1>', { css }));
  return colors.flatMap(({ value, features }) => Object.keys(features).map((name): [string, string] => [name, value]));
}

test.each<[name: string, use: string]>([
  ['--primary', 'primary'],
  ['--color-primary', 'primary'],
  ['--brand', 'primary'],
  ['--brand-color', 'primary'],
  ['--theme-primary', 'primary'],
  ['--md-sys-color-primary', 'primary'],
  ['--wp--preset--color--primary', 'primary'],
  ['--color-brand-500', 'primary'],
  ['--accent', 'accent'],
  ['--color-secondary', 'accent'],
  ['--bg', 'ground'],
  ['--color-background', 'ground'],
  ['--text-color', 'text'],
  ['--foreground', 'text'],
  ['--border-color', 'muted'],
])('the custom property %s gives a colour for the use %s', (name, use) => {
  expect(usesOf(`:root{${name}:#1a7f5a}`)).toEqual([[`property.${use}`, '#1a7f5a']]);
});

test.each([
  '--wp--preset--color--vivid-red',
  '--bs-danger',
  '--color-red-500',
  '--tw-ring-color',
  '--primary-hover',
  '--primary-foreground',
  '--color-primary-50',
  '--color-error',
  '--swiper-theme-color',
  '--spacing',
])('the custom property %s gives no colour', (name) => {
  expect(usesOf(`:root{${name}:#1a7f5a}`)).toEqual([]);
});

test('colours of the page count more than colours of a theme for a part of the page', () => {
  expect(usesOf(':root{--primary:#1a7f5a}[data-theme=sale]{--primary:#ff0000}')).toEqual([
    ['property.primary', '#1a7f5a'],
  ]);
  expect(usesOf('.dark{--primary:#ff0000}')).toEqual([]);
});
