import { comparable } from './word-patterns.ts';

/** Words for the numbers from 1, by language. Alternatives for one number are separated by `|`. */
const words = [
  'one two three four five six seven eight nine ten',
  'ein|eine|einer|einen zwei drei vier fünf sechs sieben acht neun zehn',
  'un|une deux trois quatre cinq six sept huit neuf dix',
  'uno|una dos tres cuatro cinco seis siete ocho nueve diez',
  'uno|una due tre quattro cinque sei sette otto nove dieci',
  'um|uma dois|duas três quatro cinco seis sete oito nove dez',
  'een twee drie vier vijf zes zeven acht negen tien',
  '一 二|両|两|兩 三 四 五 六 七 八 九 十',
  '일|한 이|두 삼|세 사|네 오|다섯 육|여섯 칠|일곱 팔|여덟 구|아홉 십|열',
  'واحدة|واحد ثانيتين|اثنتين ثلاث|ثلاثة أربع|أربعة خمس|خمسة ست|ستة سبع|سبعة ثمان|ثمانية تسع|تسعة عشر|عشرة',
  'एक दो तीन चार पाँच|पांच छह सात आठ नौ दस',
  'หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ',
];

const values = new Map(
  words.flatMap((line) =>
    line.split(' ').flatMap((each, at) => each.split('|').map((word) => [comparable(word), at + 1] as const)),
  ),
);

/** Digits of zero in other writing systems. The digits from one to nine follow them in Unicode. */
const zeros = [0x660, 0x6f0, 0x966, 0xe50];

/** Source of a regular expression for a number in digits or in words. */
export const numberSource = `(?:\\p{Nd}+(?:[.,]\\p{Nd}+)?|${[...values.keys()]
  .toSorted((a, b) => b.length - a.length)
  .join('|')})`;

/** Returns the value of a number that `numberSource` matches. */
export function numberOf(text: string): number {
  const known = values.get(text);
  if (known !== undefined) return known;
  const digits = text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((each) => code >= each && code < each + 10);
    return zero === undefined ? digit : String(code - zero);
  });
  return Number(digits.replace(',', '.'));
}
