import { expect, test } from '@jest/globals';
import { contrastOf } from '../../color.ts';
import { filmRoles } from './film-roles.ts';

const roles = { surface: '#fef9f7', ink: '#24140d', accent: '#ffab8c', muted: '#746057' };

test('letters on orange become white, on a slightly darker orange', () => {
  const { primary, onPrimary } = filmRoles({ ...roles, primary: '#c8592b', onPrimary: '#190a04' });
  expect(onPrimary).toBe('#ffffff');
  expect(contrastOf(primary, onPrimary)).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['white letters on green stay', { primary: '#2f6b53', onPrimary: '#ffffff' }],
  ['black letters on yellow stay', { primary: '#ffcc1a', onPrimary: '#231c00' }],
])('%s', (_, colors) => {
  expect(filmRoles({ ...roles, ...colors })).toEqual({ ...roles, ...colors });
});
