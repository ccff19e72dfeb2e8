import { describe, expect, test } from '@jest/globals';
import { samples } from '../../test/support/studio/copy-samples.ts';
import { refusal } from './printable.ts';
import type { CopyKind, Subject } from './rules.ts';
import { languages } from './languages.ts';

describe.each(languages)('the gate in the language %s', (language) => {
  const { headlines, support, actions, buttons, labels, notices, titles, question } = samples[language];
  const subject: Subject = { brand: 'Aero', product: null, language };
  const refusalsOf = (texts: string[], kind: CopyKind): (string | undefined)[] =>
    texts.map((text) => refusal(text, kind, subject)?.name);

  test('lets headlines, a sentence and calls to action through', () => {
    expect([
      ...refusalsOf(headlines, 'headline'),
      ...refusalsOf([support], 'support'),
      ...refusalsOf(actions, 'action'),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  test('refuses buttons, labels, notices and titles', () => {
    expect(refusalsOf(buttons, 'action')).toEqual(['bag', ...buttons.slice(1).map(() => 'button')]);
    for (const kind of ['headline', 'action'] as const) {
      expect(refusalsOf([...labels, ...notices, ...titles], kind)).not.toContain(undefined);
    }
  });

  test('refuses a question of the page’s visitors', () => {
    expect(refusalsOf([question], 'headline')).toEqual(['question']);
  });
});

describe('a language that shares the word lists of another', () => {
  test.each([
    ['no', 'Skoene våre', 'Kjøp skoene'],
    ['nn', 'Skoene våre', 'Bestill skoene'],
    ['nn-NO', 'Skoene våre', 'Finn skoene dine'],
    ['ms', 'Kasut ringan', 'Tempah kasut'],
    ['bs', 'Lagane cipele', 'Kupite cipele'],
    ['sr-Latn', 'Lagane cipele', 'Poručite cipele'],
    ['sr', 'Лагане ципеле', 'Поручите ципеле'],
  ])('in %s, the gate refuses the action “%s” and lets “%s” through', (language, noun, call) => {
    const subject: Subject = { brand: 'Aero', product: null, language };
    expect([noun, call].map((text) => refusal(text, 'action', subject)?.name)).toEqual(['no-action', undefined]);
  });
});

describe('words that look like words of another language', () => {
  test.each([
    ['de', 'Kurven erleben'],
    ['de', 'Laster mieten'],
    ['fi', 'Järjestä juhlat'],
    ['hu', 'Visszahívást kérek'],
    ['cs', 'Vyberte si kávovar'],
    ['bg', 'Избери детска количка'],
  ])('in %s, the gate lets the action “%s” through', (language, text) => {
    expect(refusal(text, 'action', { brand: 'Aero', product: null, language })?.name).toBeUndefined();
  });

  test.each([
    ['en', 'AI for everyone?'],
    ['nl', 'Van plan om te verhuizen?'],
    ['bg', 'Бисквитки с шоколад'],
    ['bg', 'Изберете лампа за дълги вечери'],
  ])('in %s, the gate lets the headline “%s” through', (language, text) => {
    expect(refusal(text, 'headline', { brand: 'Aero', product: null, language })?.name).toBeUndefined();
  });

  test.each([
    ['de', 'Keramik'],
    ['en', 'Kay and Tim'],
    ['cs', 'Koupelny'],
    ['uk', 'Купальники'],
    ['uk', 'Дари моря'],
    ['bg', 'Колички'],
    ['bg', 'Наеми'],
    ['el', 'Αγόρια'],
    ['hu', 'Rendelőnk'],
    ['da', 'Skabe'],
  ])('in %s, the gate finds no action in “%s”', (language, text) => {
    expect(refusal(text, 'action', { brand: 'Aero', product: null, language })?.name).toBe('no-action');
  });
});

describe('the question mark of Greek', () => {
  const greek: Subject = { brand: 'Aero', product: null, language: 'el' };

  test.each(['Έτοιμοι για τον μεγάλο δρόμο;', 'Έτοιμοι για τον μεγάλο δρόμο\u037E'])(
    'the gate lets the headline “%s” through',
    (text) => {
      expect(refusal(text, 'headline', greek)?.name).toBeUndefined();
    },
  );

  test('ends a question', () => {
    expect(refusal('Πόσο διαρκεί η αποστολή\u037E', 'headline', greek)?.name).toBe('question');
    expect(refusal('Ποιος τρέχει τον χειμώνα;', 'support', greek)?.name).toBe('question');
  });
});
