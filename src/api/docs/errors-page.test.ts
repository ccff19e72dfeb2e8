import { expect, test } from '@jest/globals';
import { errorsPage } from './errors-page.ts';

test('the errors page marks field names as code and shows no backtick', () => {
  const page = errorsPage('https://ads.example.com').toString();
  expect(page).toContain('than the account has (<code>available</code>)');
  expect(page).not.toContain('`');
});
