import { indefinite } from '../../domain/indefinite.ts';
import { withJoinedCodes } from './currencies.ts';
import { withPricesSpoken } from './money.ts';
import { withHostsSpoken, withNamesSpoken } from './names.ts';
import { cardinal, digitWords, numberWords, ordinal, year } from './numbers.ts';
import { withUnitsSpoken } from './units.ts';

type Rule = readonly [RegExp, string | ((...groups: string[]) => string)];

const cleaned: readonly Rule[] = [
  [/[™®©℠]/gu, ''],
  [/[‘’ʼ]/gu, "'"],
  [/\s*(?:—|--|\s–\s)\s*/gu, ', '],
  [
    /[\p{Extended_Pictographic}\u{FE0F}\u{200D}"“”«»()[\]{}<>|*_~^\\]/gu,
    (sign) => (/[\p{N}#*]/u.test(sign) ? sign : ' '),
  ],
];

const signs: readonly Rule[] = [
  [/\b\d+(?:-\d+){2,}\b/gu, (code) => digitWords(code.replaceAll('-', ''))],
  [/(?<=\d|[ap]\.?m\.?)\s?[–-]\s?(?=[$£€]?\d)/giu, ' to '],
  [/(?<![\p{L}\d])-(?=\d)/gu, 'minus '],
  [/\bvs\.?(?=\s)/giu, 'versus'],
  [/\be\.g\.,?/giu, 'for example'],
  [/\bi\.e\.,?/giu, 'that is'],
  [/\betc\./giu, 'et cetera'],
  [/\bapprox\./giu, 'approximately'],
  [/\bincl\./giu, 'including'],
  [/\bMr\./gu, 'Mister'],
  [/\bMrs\./gu, 'Missis'],
  [/\bDr\./gu, 'Doctor'],
  [/\bSt\.(?=\s\p{Lu})/gu, 'Saint'],
  [/\bNo\.\s?(?=\d)/gu, 'number '],
  [/#(?=\d)/gu, 'number '],
  [/\bw\/o\b/giu, 'without'],
  [/\bw\/(?=\s?\p{L})/giu, 'with '],
  [/\s*&\s*/gu, ' and '],
  [/(?<=\p{L})\s?\+\s?(?=\p{L})/gu, ' plus '],
  [/@/gu, ' at '],
];

const periods: Readonly<Record<string, string>> = { mo: 'month', yr: 'year', wk: 'week', hr: 'hour' };

const each = (unit: string): string => ` ${indefinite(unit)} ${unit}`;

const beforeUnits: readonly Rule[] = [
  [/\b(1[1-9]|20)(\d)0s\b/gu, (_, century, decade) => `${year(Number(`${century}${decade}0`)).replace(/y$/, 'ie')}s`],
  [/\b(oz|lbs?|ft|in|mins?|hrs?|sec)\.(?=\s+\p{Ll})/giu, '$1'],
];

const numbers: readonly Rule[] = [
  [
    /\s?\/\s?(mo|month|yr|year|wk|week|day|hr|hour|person|pack)\b\.?/giu,
    (_, unit) => each(periods[unit.toLowerCase()] ?? unit),
  ],
  [/\b24\/7\b/gu, 'twenty-four seven'],
  [/(\d[\d,]*(?:\.\d+)?)\s?%/gu, (_, amount) => `${numberWords(amount)} percent`],
  [/\b(\d{1,2}):(\d{2})(?:\s?([ap])\.?m\b\.?)?/giu, (_, hour, minute, half) => clock(hour, minute, half)],
  [/\b(\d{1,2})\s?([ap])\.?m\b\.?/giu, (_, hour, half) => clock(hour, '00', half)],
  [/\b1\/2\b|½/gu, 'one half'],
  [/\b1\/4\b|¼/gu, 'one quarter'],
  [/\b3\/4\b|¾/gu, 'three quarters'],
  [/\b(\d+)(?:st|nd|rd|th)\b/giu, (_, value) => ordinal(Number(value))],
  [/\b(\d+)x\b|(?<![\p{L}\d])x(\d+)\b/gu, (_, before, after) => `${cardinal(Number(before || after))} times`],
  [/(\d)\s?\+(?!\d)/gu, '$1 plus'],
  [/(?<![\d.,$£€])(1[1-9]\d{2}|20\d{2})(?![.,]?\d|%)/gu, (_, value) => year(Number(value))],
  [/(?<=\p{L})-?(?=\d)/gu, ' '],
  [/\d[\d,]*(?:\.\d+)?(?<!,)/gu, (amount) => ` ${numberWords(amount)} `],
];

function clock(hour: string, minute: string, half: string | undefined): string {
  const minutes = Number(minute);
  const past = minutes === 0 ? '' : ` ${minutes < 10 ? 'oh ' : ''}${cardinal(minutes)}`;
  const sharp = minutes === 0 && !half ? " o'clock" : '';
  return `${cardinal(Number(hour))}${past}${sharp}${half ? ` ${/a/i.test(half) ? 'ay' : 'P'} M` : ''}`;
}

/** Matches a no-break or thin space between thousands. */
const groupSpace = /(?<=(?<!\d)\d{1,3}|[\u00a0\u2009\u202f]\d{3})[\u00a0\u2009\u202f](?=\d{3}(?!\d))/gu;

const apply = (text: string, rules: readonly Rule[]): string =>
  rules.reduce(
    (done, [pattern, by]) => (typeof by === 'string' ? done.replace(pattern, by) : done.replace(pattern, by)),
    text,
  );

/**
 * Returns an English text as a reader says it: prices, numbers, units, abbreviations and names in words and letters.
 * Signs without a sound are left out. The result has letters, apostrophes, hyphens and punctuation only.
 */
export function spokenText(text: string): string {
  const joined = withJoinedCodes(text.replace(/[™®©℠]/gu, '')).replace(groupSpace, '');
  const plain = withHostsSpoken(apply(joined.normalize('NFKC'), cleaned));
  const measured = withUnitsSpoken(apply(withPricesSpoken(apply(plain, signs)), beforeUnits));
  return withNamesSpoken(apply(measured, numbers))
    .replace(/[^\p{L}\p{M}\s'.,;:!?…-]/gu, ' ')
    .replace(/\s+(?=[.,;:!?…-])/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
