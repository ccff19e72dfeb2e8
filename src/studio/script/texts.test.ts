import { describe, expect, test } from '@jest/globals';
import { cleanLines, spoken, spokenName } from './clean-text.ts';
import { readingSeconds, unhurriedSeconds } from './speech-time.ts';
import { languageOfText } from '../../words/text-language.ts';

describe('cleanLines', () => {
  test.each<[string, string, string[]]>([
    [
      'HTML',
      '<h3>Folds</h3><p>With <b>one</b> hand &amp; fast.</p><script>x()</script>',
      ['Folds', 'With one hand & fast.'],
    ],
    ['a list', '• Weighs 198 g\n- Made in Portugal\n2) Dries fast', ['Weighs 198 g', 'Made in Portugal', 'Dries fast']],
    ['emoji and signs', '🫙 Jam™ with ❤️ 100% fruit ✓', ['Jam with 100% fruit']],
    ['joined emoji', 'Family 👨\u200d👩\u200d👧 jam ❤\ufe0f\u200d🔥', ['Family jam']],
    ['joiners of Hindi and Persian', 'रक्\u200dषक می\u200cخواهم', ['रक्\u200dषक می\u200cخواهم']],
    ['Markdown', '## **Bold** taste, see [the jar](https://x.example/jar)', ['Bold taste, see the jar']],
    ['capitals', 'DRILLS THROUGH 13 MM STEEL. LED WORK LIGHT.', ['Drills through 13 mm steel. LED work light.']],
    ['a sum in plain text', 'Holds < 3 kg and > 1 kg', ['Holds < 3 kg and > 1 kg']],
    ['nothing', ' \n 🎉 \n ', []],
  ])('cleanLines reads %s', (_, text, want) => {
    expect(cleanLines(text)).toEqual(want);
  });

  test('names keep their capitals in a text in capitals', () => {
    expect(cleanLines('BUY THE KESTREL V9 TODAY', ['Kestrel V9'])).toEqual(['Buy the Kestrel V9 today']);
  });
});

test.each([
  ['an address', 'Order at https://shop.example/x or hello@shop.example today', 'Order at or today'],
  ['a hashtag', 'Run with #aero', 'Run with aero'],
  ['brackets', 'Free (for members) forever', 'Free forever'],
  ['an asterisk and a trademark sign', 'Half price* with Aero™', 'Half price with Aero'],
  ['quotation marks', 'The “best” mug', 'The best mug'],
])('the voice does not speak %s', (_, text, want) => {
  expect(spoken(text)).toBe(want);
});

test('a name in capitals is spoken as a word, an abbreviation is not', () => {
  expect(['BORAX TOOLS', 'BX-18 LED', 'NDTV'].map(spokenName)).toEqual(['Borax Tools', 'BX-18 LED', 'NDTV']);
});

test.each([
  ['Der Grat wiegt nur 980 Gramm und trägt viel', 'en', 'de'],
  ['Fabriqué à Marseille depuis 1924', 'en', 'fr'],
  ['Sabor intenso, con notas de tomate', 'de', 'es'],
  ['Keeps water cold for 24 hours', 'de', 'en'],
  ['Keeps water cold for 24 hours', 'en-GB', 'en'],
  ['静岡の山あいで育てた', 'en', 'ja'],
  ['每盒150克', 'zh-TW', 'zh'],
  ['عطر شرقي', 'fa', 'fa'],
  ['Steel Bottle', 'de', null],
])('the language of “%s” where %s is expected is %s', (text, expected, want) => {
  expect(languageOfText(text, expected)).toBe(want);
});

describe('timing', () => {
  test('ten English words take about four seconds', () => {
    expect(unhurriedSeconds('It keeps the water in your bag cold all day', 'en')).toBeCloseTo(3.7, 1);
  });

  test('figures take the time of their words', () => {
    expect(unhurriedSeconds('It weighs 1,198 grams', 'en')).toBeGreaterThan(
      unhurriedSeconds('It weighs two grams', 'en') + 0.5,
    );
  });

  test('each text on the screen takes half a second, and each word 0.35', () => {
    expect(readingSeconds('Keeps water cold\nMade in Portugal', 'en')).toBeCloseTo(3.1);
    expect(readingSeconds('Ready in eight minutes. Silent as every morning should be.', 'en')).toBeCloseTo(4.5);
    expect(readingSeconds('', 'en')).toBe(0);
  });
});
