import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { addressIssues, type RequestRules } from './address-issues.ts';
import { WebUrl } from './text.ts';

const Thing = z.strictObject({
  callback_url: WebUrl.optional(),
  callbackUrl: WebUrl.optional(),
  pages: z.array(z.strictObject({ url: WebUrl })).optional(),
  title: z.string().optional(),
});

/** Refuses the host `inside.example`. */
const rules: RequestRules = {
  allowHttpCallback: false,
  addressRule: (url) =>
    url.includes('inside.example') ? { allowed: false, why: 'inside.example is private' } : { allowed: true },
};

const issuesOf = (value: unknown, change: Partial<RequestRules> = {}) =>
  addressIssues(Thing, value, { ...rules, ...change }, ['body']);

test('an address that the installation refuses is reported at its place with the reason', () => {
  const pages = [{ url: 'https://a.example/' }, { url: 'https://inside.example/' }];
  expect(issuesOf({ pages })).toEqual([
    {
      loc: ['body', 'pages', 1, 'url'],
      type: 'url_not_allowed',
      msg: 'Give another address: inside.example is private.',
    },
  ]);
});

test.each(['callback_url', 'callbackUrl'])('%s must begin with https:// unless http is allowed', (field) => {
  const value = { [field]: 'http://a.example/' };
  expect(issuesOf(value)).toEqual([
    { loc: ['body', field], type: 'bad_url', msg: 'Give an address that begins with https://.' },
  ]);
  expect(issuesOf(value, { allowHttpCallback: true })).toEqual([]);
});

test('an allowed http callback must still be an allowed address', () => {
  const value = { callback_url: 'http://inside.example/' };
  expect(issuesOf(value, { allowHttpCallback: true })).toMatchObject([{ type: 'url_not_allowed' }]);
});

test('an http page is allowed', () => {
  expect(issuesOf({ pages: [{ url: 'http://a.example/' }] })).toEqual([]);
});

test('a text that is not a URL is left to the schema', () => {
  expect(issuesOf({ callback_url: 'inside.example', pages: [{ url: 7 }], title: 'https://inside.example/' })).toEqual(
    [],
  );
});
