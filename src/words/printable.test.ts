import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fineHeadlines, samples } from '../../test/support/studio/copy-samples.ts';
import { rankActions } from '../stages/onboarding/rank/action.ts';
import { rankSupports } from '../stages/onboarding/rank/support.ts';
import { fold } from './fold.ts';
import { isFit, refusal } from './printable.ts';
import { copyRules, type CopyKind, type Subject } from './rules.ts';
import { languages } from './languages.ts';

const aero: Subject = { brand: 'Aero', product: 'Aero Trainer 2', language: 'en' };

type Example = [kind: CopyKind, text: string];

/** Texts that a rule refuses, and similar texts that an ad may print. */
const examples: Record<string, { refused: Example[]; fit: Example[] }> = {
  letters: {
    refused: [
      ['support', '404 / 405'],
      ['headline', '404'],
      ['headline', '— 30 % —'],
      ['action', '→'],
    ],
    fit: [['headline', 'Route 66 by bike']],
  },
  code: {
    refused: [
      ['statement', '{{ product.title }}'],
      ['headline', '{{ section.title }}'],
      ['headline', 'window.open(url)'],
      ['support', 'Call get_or_insert before you read the table.'],
      ['action', 'undefined'],
    ],
    fit: [['headline', 'Code less, ship more']],
  },
  step: {
    refused: [
      ['headline', '①ご希望の日にちのお部屋をご予約ください'],
      ['support', '❷ Choose your room and pay on the day.'],
      ['action', '③ Book'],
    ],
    fit: [['headline', '1 room, 12 windows']],
  },
  file: {
    refused: [
      ['statement', 'IMG_2041.jpg'],
      ['action', 'guide.pdf'],
      ['headline', 'hero-final.jpg'],
      ['headline', 'Version 2.4'],
      ['headline', 'IMG 2041'],
      ['support', 'Release 4.12.1 for all platforms'],
    ],
    fit: [
      ['headline', 'Image is everything'],
      ['support', 'Battery for 4.5 hours of light.'],
    ],
  },
  filler: {
    refused: [
      ['statement', 'Lorem ipsum dolor sit amet'],
      ['action', 'Title'],
      ['headline', 'Add your heading here'],
      ['headline', 'Headline'],
      ['headline', 'Just another WordPress site'],
      ['support', 'Lorem ipsum dolor sit amet, consectetur.'],
      ['support', 'Nisi veritatis culpa illo laborum veniam.'],
      ['support', 'This is a longer card with supporting text below.'],
    ],
    fit: [['headline', 'Your text, cut in stone']],
  },
  contact: {
    refused: [
      ['statement', 'Write to hello@aero.example'],
      ['action', 'hello@aero.example'],
      ['support', 'Write to hello@aero.example for a fitting.'],
      ['headline', 'Call +49 30 1234567'],
      ['headline', '12 March 2024'],
      ['headline', 'Hafenstraße 12, 20457 Hamburg'],
      ['support', 'Mon to Fri 09:00 - 18:00 at the shop.'],
      ['support', '© 2024 Aero, made with care'],
    ],
    fit: [
      ['headline', 'Open since 1921'],
      ['action', 'Contact us'],
      ['action', 'Jetzt Kontakt aufnehmen'],
    ],
  },
  trail: {
    refused: [
      ['action', 'Shop › Shoes'],
      ['headline', 'Shop › Shoes › Road'],
      ['support', 'Shoes | Socks | Laces and more'],
      ['support', 'Height 72 mm/ width 87 mm / weight 65 g'],
    ],
    fit: [['headline', 'Road / Trail']],
  },
  bag: {
    refused: [
      ['headline', 'Add to cart'],
      ['support', 'Add to cart'],
      ['action', 'Add to cart'],
      ['action', 'Quick add'],
    ],
    fit: [['action', 'Shop the bags']],
  },
  button: {
    refused: [
      ['statement', 'Subscribe'],
      ['support', 'Accept all cookies'],
      ['action', 'View bag'],
      ['action', 'Log in'],
      ['action', 'Accept all cookies'],
      ['action', 'Read more'],
      ['headline', 'Sign in'],
    ],
    fit: [
      ['action', 'Shop the bags'],
      ['headline', 'Back to nature'],
      ['headline', 'Share the road'],
    ],
  },
  label: {
    refused: [
      ['statement', 'Quantity'],
      ['headline', 'XL'],
      ['headline', 'Choose your size'],
      ['headline', 'Choose your nicotine level (mg)'],
      ['support', 'Collections: all, road shoes'],
      ['action', 'Select size'],
    ],
    fit: [
      ['headline', 'Colour that stays'],
      ['support', 'New: a shoe of 198 grams.'],
    ],
  },
  notice: {
    refused: [
      ['statement', 'Sold out'],
      ['action', 'Sold out'],
      ['headline', 'No reviews yet'],
      ['headline', 'Sold out'],
      ['support', 'Be the first to review this shoe'],
      ['support', 'There are no reviews yet.'],
      ['support', 'We use cookies to improve your visit.'],
    ],
    fit: [['support', 'Bakes cookies in eight minutes.']],
  },
  title: {
    refused: [
      ['statement', 'About us'],
      ['headline', 'You may also like'],
      ['headline', 'Shipping Details'],
      ['headline', 'Our story'],
      ['headline', 'Why choose Aero?'],
      ['headline', 'Pourquoi choisir Aero ?'],
      ['headline', 'About Aero (our story)'],
      ['support', 'Frequently asked questions'],
      ['action', 'About us'],
    ],
    fit: [
      ['headline', 'A story of wool and rain'],
      ['headline', 'Why Aero shoes weigh less'],
    ],
  },
  call: {
    refused: [
      ['support', 'Shop now'],
      ['headline', 'Shop now'],
      ['headline', 'Learn more'],
    ],
    fit: [
      ['action', 'Shop now'],
      ['headline', 'Shop for the long road'],
    ],
  },
  question: {
    refused: [
      ['action', 'Need help?'],
      ['headline', 'How long does delivery take?'],
      ['headline', 'Can I send it back?'],
      ['support', 'Who runs in winter?'],
    ],
    fit: [['headline', 'Ready for the long road?']],
  },
  name: {
    refused: [
      ['support', 'Aero and again Aero'],
      ['action', 'Aero'],
      ['headline', 'AERO'],
      ['headline', 'Aero (アエロ)'],
      ['headline', 'Aero – the shop of Aero'],
    ],
    fit: [['headline', 'Aero makes light shoes']],
  },
  twice: {
    refused: [
      ['support', 'Made for roads made for roads'],
      ['headline', 'Trail Runner Trail Runner'],
      ['action', 'Buy now Buy now'],
    ],
    fit: [['headline', 'Less weight, more road']],
  },
  quote: {
    refused: [
      ['support', '“My feet have never been so happy.”'],
      ['headline', '“My feet have never been so happy.”'],
    ],
    fit: [['headline', 'The “slow” shoe']],
  },
  person: {
    refused: [
      ['headline', 'Mira Okafor, PhD'],
      ['support', 'Chief Running Officer, co-founder'],
    ],
    fit: [['headline', 'Made by a doctor of feet']],
  },
  fragment: {
    refused: [
      ['headline', 'Made for the'],
      ['headline', 'Light shoes,'],
      ['headline', 'and so much more'],
      ['headline', 'Light shoes (and'],
      ['support', 'for people who run in the rain'],
      ['support', 'A shoe that weighs less than…'],
    ],
    fit: [
      ['headline', 'Made for roads'],
      ['headline', 'Come on in'],
      ['headline', 'run lighter'],
    ],
  },
  joined: {
    refused: [
      ['headline', 'Made for roads.Made for rain'],
      ['support', 'It weighs 198 grams.Made in Portugal.'],
    ],
    fit: [['support', 'A shoe for 2.5 hours of rain.']],
  },
  sentence: {
    refused: [
      ['support', 'Light shoes'],
      ['support', 'Aero & Sons Trainer 2'],
    ],
    fit: [['support', 'Made in Portugal.']],
  },
  address: {
    refused: [['statement', 'Order at aero.shop today']],
    fit: [['statement', 'Made for the long way home']],
  },
  advice: {
    refused: [
      ['statement', 'Do not tumble dry'],
      ['statement', 'Nicht enthalten sind die Batterien'],
    ],
    fit: [['statement', 'Dries in an hour']],
  },
  hollow: {
    refused: [
      ['statement', 'Elevate your everyday'],
      ['statement', 'Unsere Weine'],
    ],
    fit: [['statement', 'Chocolate chip cookies, baked by hand']],
  },
  size: {
    refused: [
      ['statement', '500 ml bottle'],
      ['statement', 'Ages 3 and up'],
    ],
    fit: [
      ['statement', 'Weighs 198 g'],
      ['statement', 'Free shipping over $40'],
    ],
  },
  marks: {
    refused: [['statement', 'The “best” mug']],
    fit: [['statement', 'Rated 4.8 out of 5 by 2,300 runners']],
  },
  'no-action': {
    refused: [
      ['action', 'Shoes'],
      ['action', 'Our roads'],
    ],
    fit: [
      ['action', 'Book a fitting'],
      ['action', 'Find your shoe'],
    ],
  },
  unbrief: {
    refused: [
      ['action', 'See 26 shoes'],
      ['action', 'Find the shoe that carries you over every road'],
      ['action', 'Shoes, shirts'],
    ],
    fit: [['action', 'Get 20% off']],
  },
};

describe('rules of the gate', () => {
  test('each rule has examples', () => {
    expect(Object.keys(examples).toSorted()).toEqual(copyRules.map(({ name }) => name).toSorted());
  });

  test.each(copyRules)('the rule $name has a refused example of each of its kinds', ({ name, kinds }) => {
    expect([...new Set(examples[name]?.refused.map(([kind]) => kind))].toSorted()).toEqual([...kinds].toSorted());
  });

  const cases = Object.entries(examples);
  const refused = cases.flatMap(([rule, list]) => list.refused.map(([kind, text]) => [rule, kind, text] as const));
  test.each(refused)('the rule %s refuses the %s “%s”', (rule, kind, text) => {
    expect(copyRules.find(({ name }) => name === rule)?.isBroken(...broken(text, kind))).toBe(true);
    expect(refusal(text, kind, aero)).toBeDefined();
  });

  const fit = cases.flatMap(([, list]) => list.fit);
  test.each(fit)('the gate lets the %s “%s” through', (kind, text) => {
    expect(refusal(text, kind, aero)?.name).toBeUndefined();
  });
});

function broken(text: string, kind: CopyKind): [{ text: string; folded: string }, Subject, CopyKind] {
  return [{ text, folded: fold(text) }, aero, kind];
}

describe('the words that an ad takes from a page', () => {
  const marked = Object.values(samples).flatMap(({ buttons, labels, notices, titles, question }) => [
    ...buttons,
    ...labels,
    ...notices,
    ...titles,
    question,
  ]);
  const text = fc.oneof(
    fc.constantFrom(...marked),
    fc.constantFrom(...fineHeadlines),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(fc.constantFrom('the', 'Made', 'size', 'shoe', '.', ',', '?', 'and', '42', '(', 'Aero'), { maxLength: 9 })
      .map((words) => words.join(' ')),
  );
  const language = fc.option(fc.constantFrom<string>(...languages, 'th', 'de-AT'));

  test('no text that the gate refuses is a second line or a call to action', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), language, (lines, tag) => {
        const subject: Subject = { brand: 'Aero', product: null, language: tag };
        const found = lines.map((value) => ({ value, source: 'page' as const, features: {} }));
        const supports = rankSupports(found, subject, { headline: lines[0] ?? '', action: '' });
        const refusals = [
          ...supports.map(({ value }) => refusal(value, 'support', subject)?.name),
          ...rankActions(found, subject).map(({ value }) => refusal(value, 'action', subject)?.name),
        ];
        // The weights decide on a button that fills the bag, and on one without a word for an action.
        expect(refusals.filter((name) => name !== 'bag' && name !== 'no-action' && name !== undefined)).toEqual([]);
      }),
    );
  });
});

test('a long line of capitals is judged before the time limit of a test', () => {
  expect(isFit('HANDMADE IN GERMANY SINCE 1950 AND STILL REPAIRED BY US with love.', 'support', aero)).toBe(true);
});

test('words that Spanish shares with filler text are not filler', () => {
  const subject = { brand: null, product: null, language: 'es' };
  expect(isFit('Come sin culpa y sin dolor', 'headline', subject)).toBe(true);
  expect(refusal('Nibh euismod et a dapibus.', 'support', subject)?.name).toBe('filler');
});
