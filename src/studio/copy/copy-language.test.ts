import { expect, test } from '@jest/globals';
import { noCopy } from './ad-copy.ts';
import { copyLanguage } from './copy-language.ts';

test.each<[string, [headline: string, asked: string, ofPage: string | null], string]>([
  ['as asked, canonical', ['Run lighter', 'en-us', null], 'en-US'],
  ['as asked, also where there are no words', ['', 'ja', null], 'ja'],
  ['Japanese words in an ad asked for in English', ['軽い靴です', 'en-us', null], 'ja'],
  ['Han as Chinese where Chinese was asked for', ['轻便的鞋', 'zh-tw', null], 'zh-TW'],
  ['Han as Japanese where the page says so', ['新発売', 'en', 'ja'], 'ja'],
  ['Arabic words', ['أخف حذاء', 'en', null], 'ar'],
  ['Persian where the page says so', ['کفش سبک', 'en', 'fa'], 'fa'],
  ['Latin words in an ad asked for in Arabic', ['Run lighter', 'ar', 'en-gb'], 'en-GB'],
  ['a mixed line goes by its own script', ['Aero 軽い', 'en', null], 'ja'],
])('%s', (_, [headline, asked, ofPage], want) => {
  expect(copyLanguage({ ...noCopy, headline }, ofPage === null ? [asked] : [asked, ofPage])).toBe(want);
});
