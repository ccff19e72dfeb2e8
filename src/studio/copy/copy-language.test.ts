import { expect, test } from '@jest/globals';
import { noCopy } from './drawn-copy.ts';
import { copyLanguage } from './copy-language.ts';

test.each<[string, [headline: string, asked: string, ofPage: string | null], string]>([
  ['the language is the requested one in canonical form', ['Run lighter', 'en-us', null], 'en-US'],
  ['the language is the requested one if the ad has no words', ['', 'ja', null], 'ja'],
  ['Japanese words in an ad requested in English are Japanese', ['軽い靴です', 'en-us', null], 'ja'],
  ['Han characters in an ad requested in Chinese are Chinese', ['轻便的鞋', 'zh-tw', null], 'zh-TW'],
  ['Han characters are Japanese if the page is Japanese', ['新発売', 'en', 'ja'], 'ja'],
  ['Arabic words are Arabic', ['أخف حذاء', 'en', null], 'ar'],
  ['Arabic letters are Persian if the page is Persian', ['کفش سبک', 'en', 'fa'], 'fa'],
  ['Latin words in an ad requested in Arabic have the language of the page', ['Run lighter', 'ar', 'en-gb'], 'en-GB'],
  ['a mixed line has the language of its own writing system', ['Aero 軽い', 'en', null], 'ja'],
])('%s', (_, [headline, asked, ofPage], want) => {
  expect(copyLanguage({ ...noCopy, headline }, ofPage === null ? [asked] : [asked, ofPage])).toBe(want);
});
