import fc from 'fast-check';

/** Words for ad copy by writing system. The studio has no font for some of these writing systems. */
const words: Record<string, readonly string[]> = {
  latin: [
    'summer',
    'promise',
    'two',
    'bread',
    'day',
    'to',
    'one',
    'Größe',
    'déjà',
    'naïve',
    'żółć',
    'İstanbul',
    'Việt',
  ],
  long: [
    'Donaudampfschifffahrtsgesellschaft',
    'Rindfleischetikettierungsüberwachung',
    'a'.repeat(70),
    'WWWWWWWWWWWWWW',
  ],
  cyrillic: ['Привет', 'новая', 'коллекция', 'їжак', 'лето', 'скидка'],
  greek: ['Καλημέρα', 'καλοκαίρι', 'νέα', 'ΰ'],
  arabic: ['مرحبا', 'الصيف', 'خصم', 'جديد', 'قهوة', 'محمّد'],
  hebrew: ['שלום', 'קיץ', 'חדש', 'מבצע', 'קפה'],
  japanese: ['朝は静かに始まる。', 'コーヒー', '「新しい」', '送料無料', 'です', 'ヴィンテージ', 'ー'],
  chinese: ['夏日新品', '立即购买', '免费送货', '，', '品質保證', '龍'],
  korean: ['안녕하세요', '여름', '할인', '지금 구매', '커피'],
  thai: ['สวัสดี', 'ฤดูร้อน', 'ส่งฟรี', 'กาแฟสดใหม่ทุกเช้า', 'ที่นี่'],
  devanagari: ['नमस्ते', 'गर्मी', 'नया', 'क्षत्रिय', 'श्री'],
  tamil: ['வணக்கம்', 'புதிய'],
  bengali: ['নমস্কার', 'নতুন'],
  amharic: ['ሰላም', 'አዲስ'],
  georgian: ['გამარჯობა', 'ახალი'],
  armenian: ['Բարեւ', 'նոր'],
  cuneiform: ['\u{12000}\u{12001}\u{12038}'],
  symbols: [
    '✓',
    '★',
    '→',
    '™',
    '½',
    '℃',
    '①',
    '♥',
    '100 %',
    '€ 9,99',
    '$5',
    '#1',
    '&',
    '…',
    '—',
    '\u{1f389}',
    '∞',
    '█',
  ],
  emoji: ['👩‍👩‍👧‍👦', '🇩🇪', '👍🏽', '1️⃣', '☕️', '🥐', '❤️‍🔥'],
  odd: [
    '\u202eabc\u202c',
    'a\u0301\u0302\u0303\u0304\u0305\u0306',
    '\ue000',
    'x\u200by',
    '\u0600',
    'ﷺ',
    '\u{1f1e6}',
    '\ufffd',
    '.',
    '!',
    'Ⓐ',
  ],
};

const families = Object.values(words);

/** Draws words of one writing system or, less often, of several. */
const phrase = (wordsMax: number): fc.Arbitrary<string> => {
  const ofOne = fc
    .constantFrom(...families)
    .chain((family) => fc.array(fc.constantFrom(...family), { minLength: 1, maxLength: wordsMax }));
  const mixed = fc.array(fc.constantFrom(...families.flat()), { minLength: 1, maxLength: wordsMax });
  const latin = fc.array(fc.constantFrom(...(words['latin'] ?? [])), { minLength: 1, maxLength: wordsMax });
  return fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: latin }, { weight: 4, arbitrary: ofOne }, { weight: 2, arbitrary: mixed }),
      fc.constantFrom(' ', ' ', ' ', '', '\n', '. '),
    )
    .map(([parts, joint]) => parts.join(joint));
};

const clipped = (text: string, max: number): string => Array.from(text).slice(0, max).join('');

/** Draws text for a field of at most `max` code points: mostly short, sometimes of maximum length, never blank. */
export const text = (max: number, wordsMax: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 12, arbitrary: phrase(wordsMax) },
      { weight: 2, arbitrary: phrase(max) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(max, 60) }) },
    )
    .map((made) => clipped(made, max))
    .filter((made) => made.trim() !== '');
