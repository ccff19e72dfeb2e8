import fc from 'fast-check';
import { type FilmScript, sceneRoles, sceneSubjects } from '../../../../src/schema/film-script.ts';
import { text } from './words.ts';

/** Texts as a person may put them in a script: with line breaks, control characters, markup and mixed directions. */
const odd = fc.constantFrom(
  'Two\nlines\r\nand a third',
  '\u0000\u0007\u001b[31mred\u001b[0m',
  'نص عربي with English وأرقام 24',
  'שלום “quoted” (50%)',
  'กาแฟสดใหม่ทุกเช้าจากดอยสูงส่งฟรีทั่วประเทศ',
  'हर सुबह ताज़ी कॉफ़ी',
  '🎉'.repeat(20),
  '👩‍👩‍👧‍👦'.repeat(5),
  '<b>&amp; --> {curly}</b>',
  'W'.repeat(120),
  '. . . ! ? …',
  '\u202eabc\u202c',
  '   ',
);

/** Length in UTF-16 units, which the schema limits. */
const field = (max: number, wordsMax: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 6, arbitrary: text(max, wordsMax).map((made) => made.slice(0, max).replace(/\p{Cs}/gu, '')) },
    { weight: 2, arbitrary: odd },
  );

const scene = fc.record({
  role: fc.constantFrom(...sceneRoles.filter((role) => role !== 'call_to_action')),
  seconds: fc.double({ min: 1, max: 15, noNaN: true }),
  voiceover: field(500, 12),
  on_screen_text: field(200, 7),
  subject: fc.constantFrom(...sceneSubjects),
  visual: fc.constant(''),
});

/** Any script that the schema accepts, such as one that a person supplies, in any language. */
export const randomScripts: fc.Arbitrary<FilmScript> = fc
  .record({
    language: fc.constantFrom('en-US', 'de', 'ar', 'he', 'ja', 'zh-Hans', 'ko', 'th', 'hi'),
    narrative: fc.constant(''),
    scenes: fc.array(scene, { minLength: 3, maxLength: 5 }),
    copy: fc.record(
      {
        headline: field(500, 8),
        subheadline: field(500, 8),
        cta: field(500, 4),
        offer: field(500, 4),
        price: field(64, 2),
      },
      { requiredKeys: [] },
    ),
    notes: fc.constant<string[]>([]),
  })
  .map((script) => ({
    ...script,
    scenes: script.scenes.map((each, at) => ({
      ...each,
      ...(at === script.scenes.length - 1 && { role: 'call_to_action' as const, subject: 'end_card' as const }),
    })),
  }));
