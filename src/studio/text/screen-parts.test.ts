import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { screenParts } from './screen-parts.ts';

describe('screenParts', () => {
  test.each([
    ['two short sentences', 'en', ['Two drops. Every night.']],
    ['a list', 'en', ['Wild mint, juniper and birch from the hills above Bergen']],
    ['an abbreviation from its number', 'en', ['The new Model No. 5 arrives in spring with approx. 30 hours']],
    ['a relative clause', 'de', ['Ein leichtes und sanftes Serum, das in wenigen Sekunden vollständig einzieht']],
    ['a condition', 'en', ['If it breaks in ten years, we repair it in our workshop']],
    ['what depends on a preposition', 'it', ['Una masseria del Settecento tra gli ulivi, a dieci minuti dal mare']],
    [
      'a clause in a language whose clauses are not known',
      'fi',
      ['Kevyt reppu pitkille retkille, kestää vuosia ja vuosia'],
    ],
  ])('does not divide %s', (_, language, parts) => {
    expect(screenParts(parts.join(' '), language)).toEqual(parts);
  });

  test.each([
    ['sentences', 'en', ['Free repairs for life.', 'Sewn in our workshop in Portland.']],
    ['sentences before a figure', 'de', ['Belege fotografieren und hochladen.', '14 Tage kostenlos testen.']],
    ['after a colon', 'de', ['Belege fotografieren, hochladen, fertig:', 'Den Rest erledigt die Software']],
    ['after a semicolon', 'en', ['The lid closes with one hand;', 'the bag stays dry all day']],
    ['after a dash', 'en', ['A lantern for the long nights —', 'it dims when you fall asleep']],
    [
      'between complete phrases',
      'de',
      ['Moderne Zahnmedizin in ruhiger Atmosphäre,', 'nur fünf Minuten vom Hauptbahnhof'],
    ],
    ['between complete phrases', 'fr', ['Composé à 72 % d’huile d’olive,', 'il convient aux peaux les plus sensibles']],
  ])('divides %s', (_, language, parts) => {
    expect(screenParts(parts.join(' '), language)).toEqual(parts);
  });

  test('divides between Chinese clauses and Japanese sentences, which have no spaces', () => {
    const chinese = ['选用海拔一千二百米高山茶园的春茶，', '手工采摘，当日制作。'];
    expect(screenParts(chinese.join(''), 'zh-CN')).toEqual(chinese);
    const japanese = ['水切れがよく、刃にやさしいのが魅力です。', '何度でも削り直しいたします。'];
    expect(screenParts(japanese.join(''), 'ja')).toEqual(japanese);
  });

  const word = fc.constantFrom(
    ...'mint bottle the a of and or which while keeps water cold in for 24 hours your Ein und das mit hält kalt seit'.split(
      ' ',
    ),
  );
  const mark = fc.constantFrom('', '', '', '', ',', '.', ';', ':', ' –', '!', '…');
  const text = fc
    .array(fc.tuple(word, mark), { minLength: 1, maxLength: 40 })
    .map((words) => words.map(([each, end]) => each + end).join(' '));

  test('every part ends with punctuation or the text, and no word is lost', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'de', 'fr', 'pl', 'zh', 'ar'), (given, language) => {
        const parts = screenParts(given, language);
        expect(parts.join(' ')).toBe(given);
        expect(parts.slice(0, -1).filter((part) => !/[,.;:–!…]$/u.test(part))).toEqual([]);
      }),
    );
  });

  test('no part ends or begins within a list', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 3, maxLength: 9 }), (items) => {
        const list = `${items.join(', ')} and water`;
        expect(screenParts(list, 'en')).toEqual([list]);
      }),
    );
  });
});
