import { expect, test } from '@jest/globals';
import { errorsPage } from './errors-page.ts';

test('names of fields are marked as code, and no backtick is left', () => {
  const page = errorsPage('https://ads.example.com').toString();
  expect(page).toContain('than the account has (<code>available</code>)');
  expect(page).not.toContain('`');
});
