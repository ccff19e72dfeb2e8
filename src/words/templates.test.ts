import { expect, test } from '@jest/globals';
import { comparable } from './comparable.ts';
import { aroundPhrase, hasPhrase, patternOf } from './templates.ts';

/** Returns the parts of a text that match a template, whose file also has the label `color`. */
const matchesOf = (template: string, text: string): string[] =>
  comparable(text).match(patternOf('tested', [fileWith(template)])) ?? [];

const fileWith = (template: string) =>
  new Map([
    ['tested', [template]],
    ['color', ['red', 'dark[ ]blue']],
  ]);

test.each<[rule: string, template: string, text: string, want: string[]]>([
  ['matches a phrase without regard to case and accents', 'café', 'The CAFÉ, the Cafe', ['cafe', 'cafe']],
  ['takes several spaces for one', 'our story', 'our   story', ['our   story']],
  ['has an optional part in [ ]', 'on[ ]line[ shop]', 'online, on line shop', ['online', 'on line shop']],
  [
    'has alternatives in [ ]',
    'next[ |-]level',
    'nextlevel next-level next level',
    ['nextlevel', 'next-level', 'next level'],
  ],
  ['has alternatives in ( )', '(the|our) team', 'the team, our team, a team', ['the team', 'our team']],
  [
    'has the templates of a <label>',
    '<color> shoes',
    'red shoes, darkblue shoes, green shoes',
    ['red shoes', 'darkblue shoes'],
  ],
  [
    'has a number in digits as #',
    'in # seconds',
    'in 2.5 seconds, in ٣ seconds, in a few seconds',
    ['in 2.5 seconds', 'in ٣ seconds'],
  ],
  ['has a number in words as #', 'in # seconds', 'in three seconds', ['in three seconds']],
  ['has any letters of one word as *', 'game[-]chang*', 'game-changing ideas', ['game-changing']],
  ['has any word as *', 'our * story', 'our brand story, our whole brand story', ['our brand story']],
  ['has the sign of any currency as €', '€ off', '£ off', ['£ off']],
  ['takes a full stop as it is', 'no. 1', 'no. 1, nox 1', ['no. 1']],
  ['takes a question mark as it is', 'why not?', 'why not, why no, why not?', ['why not?']],
  ['has + as it is', '1+1', '1+1, 11', ['1+1']],
  ['begins at the beginning of the text after ^', '^home', 'home at home', ['home']],
  ['ends at the end of the text before $', 'home$', 'home at home', ['home']],
  ['has to be the whole text between ^ and $', '^home$', 'home page', []],
  ['needs what is in { } before it', '{the }end', 'no end, the end', ['end']],
  ['needs what is in { } after it', 'end{ of}', 'no end, any end, the end of it', ['end']],
  ['needs other words than those in {! } after it', 'end{! user}', 'end users', []],
  ['may have other words than those in {! } after it', 'end{! user}', 'end of time', ['end']],
  ['is the beginning of a word with a final -', 'elevat-', 'we elevated it', ['elevat']],
  ['is the beginning of a word with - before { }', 'elevat-{e}', 'elevated, elevating', ['elevat']],
  ['does not match inside a word of Latin letters', 'art', 'start party art', ['art']],
  ['does not match inside a word of Arabic letters', 'من', 'زمن ثمين من', ['من']],
  ['does not match inside a word of Devanagari letters', 'कम', 'कमल कम', ['कम']],
  ['does not match inside a word of Cyrillic letters', 'дом', 'садом домик дом', ['дом']],
  ['does not match inside a word of Greek letters', 'για', 'υγιας για', ['για']],
  ['does not match inside a word of Hebrew letters', 'של', 'שלום של', ['של']],
  ['does not match inside a number', '5', '15 50 5', ['5']],
  ['matches anywhere in a text without spaces', '新着', '毎日新着商品', ['新着']],
])('a template %s', (_, template, text, want) => {
  expect(matchesOf(template, text)).toEqual(want);
});

test('the longer template of a label matches first', () => {
  const files = [new Map([['tested', ['free', 'free of charge']]]), new Map([['tested', ['frei']]])];
  expect('free of charge, frei'.match(patternOf('tested', files))).toEqual(['free of charge', 'frei']);
});

test.each<[fault: string, template: string]>([
  ['nothing', ''],
  ['only what comes before it', '{a}'],
  ['an optional part without an end', 'on[line'],
  ['an optional part without a beginning', 'on]line'],
  ['alternatives without an end', '(the|our team'],
  ['alternatives without a beginning', 'the|our) team'],
  ['brackets of two kinds', '(the]'],
  ['an unknown label', '<size> shoes'],
  ['a label without an end', '<color shoes'],
  ['a label without a beginning', 'color> shoes'],
  ['alternatives outside of brackets', 'the|our team'],
  ['{ } in the middle', 'a {2} b'],
  ['{ } without an end', 'end{ of'],
  ['{ } without a beginning', 'end of}'],
  ['{! } at the beginning', '{!the }end'],
  ['an escape of regular expressions', String.raw`\d`],
])('a template with %s is refused', (_, template) => {
  expect(() => patternOf('tested', [fileWith(template)])).toThrow();
});

test('brackets do not reach from one template to the next', () => {
  expect(() => patternOf('tested', [new Map([['tested', ['a[b', 'c]d']]])])).toThrow();
});

test.each(["don't stop", 'don’t stop', 'don‘t stop', 'don`t stop', 'don´t stop', 'don＇t stop'])(
  'the apostrophe of “%s” is compared as the usual one',
  (text) => {
    expect(comparable(text)).toBe("don't stop");
  },
);

test.each<[text: string, want: ReturnType<typeof aroundPhrase>]>([
  ['Start with Our Price', { before: '', after: 'Our Price' }],
  ['show our story', undefined],
  ['Cafe\u0301 de\u0301cor ﬁrﬆ', { before: 'Cafe\u0301 de\u0301cor', after: '' }],
  ['İZMİR, İSTANBUL… FIRST', { before: 'İZMİR, İSTANBUL…', after: '' }],
])('aroundPhrase returns the parts of “%s” as they are written', (text, want) => {
  const label = /(?:st|ﬆ)$/iu.test(text) ? 'opening-first' : 'opening-with';
  expect(aroundPhrase('film-directions', label, text)).toEqual(want);
});

test('hasPhrase refuses a label that the list does not have', () => {
  expect(() => hasPhrase('film-directions', 'no-such-label', 'text')).toThrow('no-such-label');
});
