import { expect, test } from '@jest/globals';
import { compoundsIn } from './compounds.ts';
import { hyphenateIn } from './hyphenate.ts';
import { cutMark, jointsOf } from './joints.ts';

/** Marks the usual joints of a word: with a hyphen that a line would end with, or with a bar. */
async function marked(language: string, word: string, given?: readonly string[]): Promise<string> {
  const hyphenate = await hyphenateIn(language);
  const joints = jointsOf(word, { hyphenate, given: () => given, compounds: compoundsIn(language) });
  const used = joints.filter(({ isSpare }) => isSpare !== true);
  return used.reduceRight((text, { at, hyphen }) => `${text.slice(0, at)}${hyphen ? '-' : '|'}${text.slice(at)}`, word);
}

test.each([
  ['a German compound', 'de', 'Kraftfahrzeughaftpflicht-versicherung'],
  ['a German compound in capitals', 'de', 'KRAFTFAHRZEUGHAFTPFLICHT-VERSICHERUNG'],
  ['a German compound whose words are not known', 'de', 'Kraft-fahr-zeug-schein'],
  ['a German compound with a linking s', 'de', 'Berufs-unfähigkeits-versicherung'],
  ['a Finnish word with a w', 'fi', 'kolmi-vai-he-ki-lo-wat-ti-tun-ti-mit-tari'],
  ['a Russian word', 'ru', 'Элек-тро-обо-ру-до-вание'],
  ['a word of a language without patterns', 'cs', 'Nejneo-bhos-po-da-řo-vá-va-tel-něj-šími'],
  ['a word between quotation marks', 'de', '„Rechts-schutz-versicherung!“'],
])('%s has joints between its syllables', async (_, language, want) => {
  expect(await marked(language, want.replaceAll('-', ''))).toBe(want);
});

test('the soft hyphens of the author are the joints of a word', async () => {
  const word = 'Reisekostenabrechnung';
  expect(await marked('de', word, ['Reisekosten', 'abrechnung'])).toBe('Reisekosten-abrechnung');
});

test.each([
  ['a word with hyphens after its hyphens', 'Donau-|Dampf-|Schiff'],
  ['a web address at its dots and slashes', 'www|.verdane|.example/|spring-|sale'],
  ['an e-mail address at its signs', 'customer|.service|@verdane-|botanicals|.example'],
])('%s breaks without another hyphen', async (_, want) => {
  expect(await marked('en', want.replaceAll('|', ''))).toBe(want);
});

test.each([
  ['a word', 'Brrrrrrrr!', '-'],
  ['a number', '1234567890123', ''],
  ['an address', 'verdane.example', ''],
  ['a Korean word', '하루종일시원하게마시는물', ''],
])('%s that is cut anywhere has the right mark', (_, word, mark) => {
  expect(cutMark(word)).toBe(mark);
});
