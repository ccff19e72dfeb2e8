import { describe, expect, test } from '@jest/globals';
import { breakerFor } from '../../text/breaks.ts';
import { fitsScreen } from '../../text/screen-parts.ts';
import { partsOf } from './on-screen-text.ts';

const split = async (language: string, text: string): Promise<string[]> =>
  partsOf(text, language, await breakerFor(text, language));

describe('partsOf', () => {
  test.each([
    ['en', 'Adaptive noise cancelling knows a train from a voice'],
    ['en', 'Three days of music, food and fire on the old docks'],
    ['de', 'Der Grat 35 wiegt nur 980 Gramm und trägt bis zu 15 Kilo'],
    ['es', 'Dormir frente al mar a cinco minutos a pie de la playa'],
    ['ar', 'ستة أيام سيرًا على الأقدام مع أدلاء من أهل الصحراء'],
    ['ja', '最初の30日間は無料でお試しいただけます'],
    ['ko', '한 번 충전하면 최대 40시간 동안 음악을 들을 수 있습니다'],
  ])('does not divide a sentence in %s: %s', async (language, text) => {
    expect(await split(language, text)).toEqual([text]);
  });

  test.each([
    ['en', 'the cap screws on and the bag stays dry and the coffee stays hot until you are home again and beyond'],
    [
      'th',
      'ที่พักเล็กๆริมคลองเพียงหกห้องเดินถึงตลาดน้ำได้ในห้านาทีอาหารเช้าทำสดใหม่ทุกวันจากวัตถุดิบในชุมชนพายเรือชมหิ่งห้อยได้ทุกคืนตลอดทั้งปีอาหารเช้าทำสดใหม่ทุกวันจากวัตถุดิบ',
    ],
  ])('divides a sentence in %s that is too long for the screen into parts that fit', async (language, text) => {
    const parts = await split(language, text);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.filter((part) => !fitsScreen(part))).toEqual([]);
    expect(parts.join(language === 'th' ? '' : ' ')).toBe(text);
  });
});
