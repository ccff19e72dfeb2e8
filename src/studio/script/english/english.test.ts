import { describe, expect, test } from '@jest/globals';
import { claimOf, type Claim } from './claim.ts';
import { asCommand, said, withArticle } from './say.ts';
import { screenText, shorter } from './screen.ts';
import { statements } from './split.ts';
import { subjectOf } from './subject.ts';

const bottle = { names: ['Steel Bottle'], heads: ['bottle'] };

describe('statements', () => {
  test.each<[string, string, string[]]>([
    ['a short sentence whole', 'Weighs 198 grams.', ['Weighs 198 grams']],
    [
      'a short list whole',
      'Ripe figs, cane sugar and a squeeze of lemon.',
      ['Ripe figs, cane sugar and a squeeze of lemon'],
    ],
    [
      'a clause without the reason after it',
      'It picks up 99.9% of the finest dust thanks to its sealed HEPA filter.',
      ['It picks up 99.9% of the finest dust'],
    ],
    [
      'a clause without what follows from it',
      'It weighs only two kilos and a half, so you can carry it upstairs.',
      ['It weighs only two kilos and a half'],
    ],
    [
      'a claim together with its condition',
      'You save twenty percent on all of the shoes, which applies only to your first order.',
      ['You save twenty percent on all of the shoes, which applies only to your first order'],
    ],
    [
      'no part of a claim that has a condition',
      'You get free shipping and a gift in the box, but only on orders over 50 dollars.',
      ['You get free shipping and a gift in the box, but only on orders over 50 dollars'],
    ],
    [
      'a coordinate verb with the subject of the first one',
      'Our kitchen makes fresh pasta every morning and bakes bread in a wood-fired oven.',
      ['Our kitchen makes fresh pasta every morning', 'Our kitchen bakes bread in a wood-fired oven'],
    ],
    [
      'a clause with its own subject',
      'The foam midsole returns energy with every step and the knitted upper dries overnight.',
      ['The foam midsole returns energy with every step', 'the knitted upper dries overnight'],
    ],
    [
      'a coordinate verb of a relative clause whole',
      'A solid soap that lathers like the bottle you are used to and lasts for up to 80 washes.',
      ['A solid soap that lathers like the bottle you are used to and lasts for up to 80 washes'],
    ],
    [
      'a list of predicates without the clause after it',
      'Comes sharp, stays sharp, and we sharpen it for free for as long as you own it.',
      ['Comes sharp and stays sharp', 'we sharpen it for free for as long as you own it'],
    ],
    [
      'a list of invitations without the last one',
      'Record in your browser, add quizzes and certificates, and get paid the day a student signs up.',
      ['Record in your browser and add quizzes and certificates', 'get paid the day a student signs up'],
    ],
    [
      'a list of verbs with one object unchanged',
      'It books, moves and cancels appointments in your calendar, and sends reminders by text.',
      ['It books, moves and cancels appointments in your calendar', 'sends reminders by text'],
    ],
    [
      'a list of things with relative clauses whole',
      'Same-day appointments, clear prices before any treatment begins, and a waiting room your kids will not want to leave.',
      [
        'Same-day appointments, clear prices before any treatment begins, and a waiting room your kids will not want to leave',
      ],
    ],
    [
      'a phrase with its preposition whole',
      'More than 60 artists on five great stages, from brass bands to bass.',
      ['More than 60 artists on five great stages, from brass bands to bass'],
    ],
    ['what a label introduces', 'Smooth ride: four-wheel suspension and tyres.', ['four-wheel suspension and tyres']],
    ['nothing of a row of a specification', 'Weight: 2 kg.', []],
    [
      'a clause before the opening of its sentence',
      'Made from ocean plastic, it dries overnight.',
      ['it dries overnight', 'Made from ocean plastic'],
    ],
  ])('statements returns %s', (_, sentence, want) => {
    expect(statements(sentence)).toEqual(want);
  });
});

describe('claimOf', () => {
  test.each<[string, Claim['form'], string]>([
    ['Keeps water cold for 24 hours', 'predicate', 'keeps water cold for 24 hours'],
    ['The Steel Bottle keeps water cold', 'predicate', 'keeps water cold'],
    ['This bottle fits every cup holder', 'predicate', 'fits every cup holder'],
    ['It never leaks in a bag', 'predicate', 'never leaks in a bag'],
    ['It embiggens every small room', 'predicate', 'embiggens every small room'],
    ['They stay dry on long walks', 'predicate', 'stays dry on long walks'],
    ['The Steel Bottle is a flask for cold days', 'definition', 'a flask for cold days'],
    ['A steel bottle that keeps tea hot', 'predicate', 'keeps tea hot'],
    ['A lid that closes with one hand', 'thing', 'A lid that closes with one hand'],
    ['Made in Portugal', 'state', 'made in Portugal'],
    ['Suitable for sensitive skin', 'state', 'suitable for sensitive skin'],
    ['Plan your week in minutes', 'command', 'Plan your week in minutes'],
    ['Pause or cancel anytime', 'command', 'Pause or cancel anytime'],
    ['Tired of cables?', 'question', 'Tired of cables?'],
    ['We roast every batch by hand', 'sentence', 'We roast every batch by hand'],
    ['The lid closes with one hand', 'sentence', 'The lid closes with one hand'],
    [
      'Teams that switch answer twice as fast, and nobody works weekends',
      'thing',
      'Teams that switch answer twice as fast, and nobody works weekends',
    ],
    ['Recycled steel', 'thing', 'Recycled steel'],
    ['Notes of dark chocolate', 'thing', 'Notes of dark chocolate'],
    ['Covers for every season', 'thing', 'Covers for every season'],
  ])('“%s” is a %s', (statement, form, words) => {
    expect(claimOf(statement, bottle)).toEqual({ form, words });
  });

  test('words that have lost what they stand for are no claim', () => {
    expect(claimOf('These are the reasons', bottle)).toBeUndefined();
    expect(claimOf('and so much more', bottle)).toBeUndefined();
  });
});

describe('sentences', () => {
  const subject = subjectOf({ product: 'Steel Bottle', brand: 'Verdane' }, '');
  const socks = subjectOf({ product: 'Hiking Socks', brand: 'Tern' }, '');
  if (subject === undefined || socks === undefined) throw new Error('The products have no names.');

  test.each<[Claim, string]>([
    [{ form: 'predicate', words: 'keeps water cold' }, 'The Steel Bottle keeps water cold.'],
    [{ form: 'thing', words: '30-hour battery' }, 'A 30-hour battery.'],
    [{ form: 'thing', words: 'LED work light' }, 'An LED work light.'],
    [{ form: 'thing', words: 'recycled steel' }, 'Recycled steel.'],
    [{ form: 'state', words: 'made in Portugal' }, 'Made in Portugal.'],
  ])('%j is said as “%s”', (claim, want) => {
    expect(said(claim, subject, 'name')).toBe(want);
  });

  test('a plural product gets plural verbs', () => {
    expect(said({ form: 'predicate', words: 'stays dry and never slips' }, socks, 'pronoun')).toBe(
      'They stay dry and never slips.',
    );
    expect(said({ form: 'predicate', words: 'does not slip' }, socks, 'name')).toBe('Hiking Socks do not slip.');
  });

  test.each<[string, string | undefined]>([
    ['keeps water cold for 24 hours', 'Keep water cold for 24 hours'],
    ['keeps you dry in heavy rain', 'Stay dry in heavy rain'],
    ['lets you plan your week in minutes', 'Plan your week in minutes'],
    ['saves you two hours a week', 'Save two hours a week'],
    ['weighs 198 grams', undefined],
    ['fits every cup holder', undefined],
    ['turns into a double bed', undefined],
  ])('“%s” as an invitation is %j', (words, want) => {
    expect(asCommand({ form: 'predicate', words })).toBe(want);
  });

  test('a noun that is plural or cannot be counted gets no article', () => {
    expect([withArticle('zipped pockets'), withArticle('recycled steel'), withArticle('500 ml of cleaner')]).toEqual([
      'zipped pockets',
      'recycled steel',
      '500 ml of cleaner',
    ]);
  });
});

describe('subjectOf', () => {
  test.each<[string, string, string, string]>([
    [
      'Kestrel V9 Cordless Vacuum Cleaner with HEPA Filter, Black',
      'Kestrel',
      'The Kestrel V9 runs long.',
      'the Kestrel V9',
    ],
    ['Calvin Rey CR One', 'Calvin Rey', 'CR One by Calvin Rey is a scent.', 'CR One'],
    ['Harbour Festival 2026', 'Harbour', '', 'the Harbour Festival'],
    ['Fig Jam', 'Fennel', '', 'Fig Jam'],
    ['Merino Hiking Socks', 'Tern', '', 'Merino Hiking Socks'],
    ['BX-18 IMPACT DRILL', 'BORAX', '', 'the BX-18 Impact Drill'],
  ])('a sentence about %s names %s', (product, brand, description, want) => {
    expect(subjectOf({ product, brand }, description)?.inSentence).toBe(want);
  });
});

describe('the screen', () => {
  test.each<[string, string]>([
    ['keeps water cold for 24 hours and tea hot for 12', 'Keeps water cold for 24 hours and tea hot for 12'],
    ['keeps water cold for a whole day and never leaks in a bag', 'Keeps water cold for a whole day'],
    ['sewn slowly in our workshop in Portland and dyed with indigo', 'Sewn slowly in our workshop in Portland'],
    ['saves every note offline while you walk through the woods', 'Saves every note offline'],
    ['send and receive payments in 14 currencies', 'Send and receive payments in 14 currencies'],
    ['free returns on every pair in the European Union', 'Free returns on every pair in the European Union'],
  ])('shows “%s” as “%s”', (words, want) => {
    expect(screenText(words)).toBe(want);
  });

  test.each([
    'Its walnut handle is shaped to fit left and right hands alike',
    'Dogs are very welcome in every room and sleep for free',
    'Wild mint, juniper and birch that sinks in within a minute',
    'A rich but never greasy night cream that works while you sleep',
    'Pour it on warm pancakes, brush it on grilled salmon',
    'Developed with vets for all dogs with sensitive stomachs',
  ])('does not cut “%s” in mid-phrase', (words) => {
    expect(screenText(words)).toBe(words);
    expect(shorter(words)).toBeUndefined();
    expect(statements(words)).toEqual([words]);
  });

  test('a claim is shortened only if the rest does not limit it', () => {
    expect(shorter('Its solid oak frame is built by hand in our workshop')).toBe(
      'Its solid oak frame is built by hand',
    );
    expect(shorter('Get 8 hours of playtime on a single charge, or 40 hours with the case')).toBe(
      'Get 8 hours of playtime on a single charge',
    );
    expect(shorter('Free shipping to every address with your first order')).toBeUndefined();
    expect(shorter('Fragrance free, dermatologist tested and suitable for sensitive skin')).toBeUndefined();
  });
});
