import { numberWords } from './numbers.ts';

/** Units by their sign: singular and plural. */
const units: Readonly<Record<string, readonly [string, string]>> = {
  ml: ['milliliter', 'milliliters'],
  cl: ['centiliter', 'centiliters'],
  l: ['liter', 'liters'],
  mg: ['milligram', 'milligrams'],
  g: ['gram', 'grams'],
  kg: ['kilogram', 'kilograms'],
  oz: ['ounce', 'ounces'],
  'fl oz': ['fluid ounce', 'fluid ounces'],
  lb: ['pound', 'pounds'],
  lbs: ['pound', 'pounds'],
  mm: ['millimeter', 'millimeters'],
  cm: ['centimeter', 'centimeters'],
  m: ['meter', 'meters'],
  km: ['kilometer', 'kilometers'],
  ft: ['foot', 'feet'],
  in: ['inch', 'inches'],
  mph: ['mile per hour', 'miles per hour'],
  'km/h': ['kilometer per hour', 'kilometers per hour'],
  s: ['second', 'seconds'],
  sec: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  mins: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  hr: ['hour', 'hours'],
  hrs: ['hour', 'hours'],
  w: ['watt', 'watts'],
  kw: ['kilowatt', 'kilowatts'],
  kwh: ['kilowatt hour', 'kilowatt hours'],
  v: ['volt', 'volts'],
  mah: ['milliamp hour', 'milliamp hours'],
  hz: ['hertz', 'hertz'],
  ghz: ['gigahertz', 'gigahertz'],
  kb: ['kilobyte', 'kilobytes'],
  mb: ['megabyte', 'megabytes'],
  gb: ['gigabyte', 'gigabytes'],
  tb: ['terabyte', 'terabytes'],
  mbps: ['megabit per second', 'megabits per second'],
  gbps: ['gigabit per second', 'gigabits per second'],
  db: ['decibel', 'decibels'],
  cal: ['calorie', 'calories'],
  kcal: ['kilocalorie', 'kilocalories'],
  '°c': ['degree Celsius', 'degrees Celsius'],
  '°f': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '°': ['degree', 'degrees'],
};

const signs = Object.keys(units).sort((a, b) => b.length - a.length);
const measured = new RegExp(
  String.raw`((?:\b(?:an?|the|our|your|this|each|every)\s)?)(\d[\d,]*(?:\.\d+)?)(-| )?(${signs.map((sign) => sign.replace('/', String.raw`\/`)).join('|')})(?![\p{L}\d-])(?=(\s\p{Ll}|))`,
  'giu',
);

/** Replaces numbers with a unit by words: `500 ml` becomes `five hundred milliliters`. */
export function withUnitsSpoken(text: string): string {
  return text.replace(measured, (...groups: string[]) => spoken(groups) ?? groups[0] ?? '');
}

function spoken([, article, amount = '', gap, sign = '', next]: string[]): string | undefined {
  const unit = isWord(sign, gap) ? undefined : units[sign.toLowerCase()];
  if (unit === undefined) return undefined;
  // `A 500 ml bottle` has the singular, `500 ml of juice` the plural.
  const isSingular = amount === '1' || gap === '-' || Boolean(article && next);
  return `${article ?? ''}${numberWords(amount)} ${unit[isSingular ? 0 : 1]}`;
}

/** Reports whether a sign after a space may be a word or a name instead, such as `in`, `a` or the `S` of a size. */
const isWord = (sign: string, gap: string | undefined): boolean =>
  gap === ' ' && (sign.toLowerCase() === 'in' || (sign.length === 1 && !/[VWglmh°]/u.test(sign)));
