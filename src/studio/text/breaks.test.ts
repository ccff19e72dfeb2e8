import { describe, expect, test } from '@jest/globals';
import { breakerFor } from './breaks.ts';

async function phrases(language: string, text: string): Promise<string> {
  const breaker = await breakerFor(text, language);
  return breaker(text)
    .map(({ text: phrase, glued }) => `${glued ? '|' : ' '}${phrase}`)
    .join('')
    .trim();
}

describe('breakerFor', () => {
  test.each<[string, string, string, string]>([
    ['Latin text only at spaces', 'en', 'Walk well-worn paths', 'Walk well-worn paths'],
    ['Korean text only at spaces', 'ko', '하루 종일 시원하게', '하루 종일 시원하게'],
    [
      'Japanese text between phrases, with particles after their nouns',
      'ja',
      '毎日の暮らしに、やさしい水を。',
      '毎日の|暮らしに、|やさしい|水を。',
    ],
    ['Japanese text not before a small kana or a long vowel mark', 'ja', 'ちょっとコーヒーを', 'ちょっと|コーヒーを'],
    ['Japanese text not inside brackets', 'ja', '今だけ「半額」、（税込）です', '今だけ|「半額」、|（税込）です'],
    ['Japanese text not between a number and its counter', 'ja', '第3回は1,980円', '第3回は|1,980円'],
    [
      'Chinese text between words',
      'zh-Hans',
      '全新上市，限时优惠8折！更好的杯子',
      '全新|上市，|限时|优惠|8折！|更好的|杯子',
    ],
    ['Japanese text after a foreign word with its suffix', 'ja', 'iPhone用ケース', 'iPhone用|ケース'],
    ['Thai text between words', 'th', 'ดื่มน้ำเย็นทุกๆวัน', 'ดื่ม|น้ำ|เย็น|ทุกๆ|วัน'],
  ])('breakerFor breaks %s', async (_, language, text, want) => {
    expect(await phrases(language, text)).toBe(want);
  });
});

test.each([
  [
    'ja',
    '保冷24時間のステンレスボトル。「持ち歩く」がもっと軽やかに、ちょっと楽しく！（税込）ヴェルデーヌ・ショップ〜1,980円…',
  ],
  ['zh-Hant', '手工拉坯，每一只都不一樣。「溫潤」的釉色（限量）：越用越美！'],
])('no part of %s text begins or ends with a forbidden character', async (language, text) => {
  const breaker = await breakerFor(text, language);
  const parts = breaker(text).flatMap((phrase) => phrase.parts);
  expect(parts.join('')).toBe(text);
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter((part) => /^[、。，．！？：）」』・ーゃゅょっァィゥェォッャュョ…〜]/u.test(part))).toEqual([]);
  expect(parts.filter((part) => /[（「『]$/u.test(part))).toEqual([]);
});

test('a Thai vowel stays with the consonant that it precedes', async () => {
  const text = 'เก็บความเย็นได้นาน';
  const breaker = await breakerFor(text, 'th');
  const parts = breaker(text).flatMap((phrase) => phrase.parts);
  expect(parts.join('')).toBe(text);
  expect(parts.filter((part) => /[เแโใไ]$/u.test(part))).toEqual([]);
});
