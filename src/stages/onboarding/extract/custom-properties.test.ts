import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { customProperties } from './custom-properties.ts';

function rolesOf(css: string): [string, string][] {
  const { colors = [] } = customProperties(pageOf('<h1>x</h1>', { css }));
  return colors.map(({ value }) => [value.role, value.hex]);
}

test.each<[name: string, role: string]>([
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
  ['--bg', 'surface'],
  ['--color-background', 'surface'],
  ['--text-color', 'ink'],
  ['--foreground', 'ink'],
  ['--border-color', 'muted'],
])('the custom property %s gives the colour role %s', (name, role) => {
  expect(rolesOf(`:root{${name}:#1a7f5a}`)).toEqual([[role, '#1a7f5a']]);
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
])('the custom property %s gives no colour role', (name) => {
  expect(rolesOf(`:root{${name}:#1a7f5a}`)).toEqual([]);
});

test('the default colour of a framework has less confidence than a chosen colour', () => {
  const { colors = [] } = customProperties(pageOf('<h1>x</h1>', { css: ':root{--primary:#0d6efd;--accent:#1a7f5a}' }));
  expect(colors.map(({ value }) => value.hex)).toEqual(['#1a7f5a', '#0d6efd']);
});

test('colours of the page count more than colours of a theme for a part of the page', () => {
  expect(rolesOf(':root{--primary:#1a7f5a}[data-theme=sale]{--primary:#ff0000}')).toEqual([['primary', '#1a7f5a']]);
  expect(rolesOf('.dark{--primary:#ff0000}')).toEqual([]);
});
