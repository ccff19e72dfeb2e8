import { describe, expect, test } from '@jest/globals';
import { readWishes } from './read-wishes.ts';
import type { Wish, WishedTime } from './wish.ts';
import { wishNames } from './wish-names.ts';

const shoe = wishNames({
  product: 'Aero Trainer 2',
  brand: 'Norrby',
  description: 'A light running shoe for long roads.',
});

function shownTime(time: WishedTime): string {
  if (time.kind === 'scene') return `scene ${time.at}`;
  if (time.kind === 'last-seconds') return `last ${Math.round(time.seconds * 100) / 100} s`;
  if (time.kind !== 'seconds') return time.kind;
  return time.to === Infinity && time.from === 0 ? 'anywhere' : `${time.from}-${Math.round(time.to * 100) / 100} s`;
}

function shown({ element, time, isWanted, isOnly, seconds }: Wish): string {
  const words = element.kind === 'quote' ? `“${element.words}”` : element.kind;
  const marks = `${isWanted ? '' : 'no '}${isOnly ? 'only ' : ''}`;
  return `${marks}${words}, ${shownTime(time)}${seconds > 0 ? `, for ${seconds} s` : ''}`;
}

const read = (clause: string, names = shoe): string | null => readWishes(clause, names)?.map(shown).join('; ') ?? null;

describe('readWishes', () => {
  test.each([
    ['the shoe in the first frame', 'product, 0-0.03 s'],
    ['price in the last three seconds', 'price, last 3 s'],
    ['logo at the end', 'logo, scene -1'],
    ['start with the product', 'product, scene 0'],
    ['no voice', 'no voice, anywhere'],
    ['without any music or voice-over', 'no voice, anywhere; no music, anywhere'],
    ['show the price at the end', 'price, scene -1'],
    ['headline first', 'headline, scene 0'],
    ['call to action in the last second', 'cta, last 1 s'],
    ['product in every scene', 'product, every-scene'],
    ['keep the product visible throughout the whole film', 'product, every-scene'],
    ['show the logo only at the end', 'only logo, scene -1'],
    ['do not show the price before the end', 'no price, before-last-scene'],
    ['the offer must appear within the first 1.5 seconds', 'offer, 0-1.5 s'],
    ['the price from 3 to 5 seconds', 'price, 3-5 s'],
    ['the price after 5 seconds', 'price, 5-Infinity s'],
    ['show the price for at least 3 seconds', 'price, anywhere, for 3 s'],
    ['Norrby in the opening shot', 'brand_name, scene 0'],
    ['“Made for mud” in the first three seconds', '“Made for mud”, 0-3 s'],
    ['no text on screen', 'no text, anywhere'],
    ['open on the Aero Trainer 2', 'product, scene 0'],
    ["the product's price in the very last second", 'price, last 1 s'],
    ['silent', 'no sound, anywhere'],
  ])('“%s” is: %s', (clause, want) => {
    expect(read(clause)).toBe(want);
  });

  test.each([
    ['the shoe in the first frame and the price in the last three seconds', 'product, 0-0.03 s; price, last 3 s'],
    ['the logo and the price at the end', 'logo, scene -1; price, scene -1'],
    ['music but no voice', 'music, anywhere; no voice, anywhere'],
    ['only music', 'music, anywhere; no voice, anywhere'],
    ['beginne mit dem Produkt und ende mit dem Logo', 'product, scene 0; logo, scene -1'],
    ['o produto no primeiro quadro e o preço no final', 'product, 0-0.03 s; price, scene -1'],
    ['제품으로 시작해서 로고로 끝나게', 'product, scene 0; logo, scene -1'],
    ['내레이션 없이 음악만', 'no voice, anywhere; music, anywhere; no voice, anywhere'],
  ])('“%s” has several wishes: %s', (clause, want) => {
    expect(read(clause)).toBe(want);
  });

  test.each([
    ['den Preis in den letzten drei Sekunden zeigen', 'price, last 3 s'],
    ['Logo erst am Schluss', 'only logo, scene -1'],
    ['Überschrift zuerst', 'headline, scene 0'],
    ['kein Sprecher', 'no voice, anywhere'],
    ['Produkt in jeder Szene', 'product, every-scene'],
    ['le prix dans les trois dernières secondes', 'price, last 3 s'],
    ['commencer par le produit', 'product, scene 0'],
    ['sans voix off', 'no voice, anywhere'],
    ['logo a la fin', 'logo, scene -1'],
    ['mostrar el precio en los últimos 3 segundos', 'price, last 3 s'],
    ['el producto en cada escena', 'product, every-scene'],
    ['sin voz', 'no voice, anywhere'],
    ['prezzo negli ultimi tre secondi', 'price, last 3 s'],
    ['iniziare con il prodotto', 'product, scene 0'],
    ['mostrar o preço no final', 'price, scene -1'],
    ['sem voz', 'no voice, anywhere'],
    ['prijs in de laatste drie seconden', 'price, last 3 s'],
    ['geen stem', 'no voice, anywhere'],
    ['最後の3秒に価格を表示してください', 'price, last 3 s'],
    ['最初のフレームに商品', 'product, 0-0.03 s'],
    ['ナレーションなし', 'no voice, anywhere'],
    ['最后三秒显示价格', 'price, last 3 s'],
    ['每个场景都要有产品', 'product, every-scene'],
    ['不要配音', 'no voice, anywhere'],
    ['마지막 3초에 가격을 보여주세요', 'price, last 3 s'],
    ['음성 없이', 'no voice, anywhere'],
    ['السعر في آخر ثلاث ثوانٍ', 'price, last 3 s'],
    ['ابدأ بالمنتج', 'product, scene 0'],
    ['आखिरी तीन सेकंड में कीमत दिखाएं', 'price, last 3 s'],
    ['ราคาใน 3 วินาทีสุดท้าย', 'price, last 3 s'],
  ])('in other languages, “%s” is: %s', (clause, want) => {
    expect(read(clause)).toBe(want);
  });

  test.each([
    'a dragon in the first frame',
    'the shoe on a beach in the first frame',
    'a big price at the end',
    'put the logo in the top left corner',
    'start with the waterproof membrane',
    'zero waste packaging first',
    'include our phone number at the end',
    'focus on durability',
    'Make a 15-second video ad',
  ])('“%s” asks for more than elements and times, and is not read', (clause) => {
    expect(read(clause)).toBeNull();
  });

  test.each<[string, Parameters<typeof wishNames>[0], string | null]>([
    ['the shoe in the first frame', { product: 'Nimbus 3', brand: null, description: null }, 'product, 0-0.03 s'],
    ['the box in the first frame', { product: 'Trail Shoe', brand: null, description: null }, null],
    ['the bottles first', { product: 'Steel Bottle', brand: null, description: null }, 'product, scene 0'],
    ['der Schuh im ersten Bild', { product: 'Laufschuh Nord', brand: null, description: null }, 'product, 0-0.03 s'],
    ['オイルを最初に', { product: '夜間美容オイル', brand: null, description: null }, 'product, scene 0'],
  ])('nouns name the product: “%s” for %j is: %s', (clause, names, want) => {
    expect(read(clause, wishNames(names))).toBe(want);
  });

  // With all divisions of this clause tried, the test would take hours.
  test('a clause of many parts is read in a short time', () => {
    expect(read(`${'logo and '.repeat(20)}x`)).toBeNull();
  });
});
