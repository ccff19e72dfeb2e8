import { letterCount } from './count.ts';

/**
 * Articles, prepositions and conjunctions of three and more letters that lean on the next word, by language. Shorter
 * words lean on it in every language.
 */
const longer: Readonly<Record<string, string>> = {
  cs: 'aby ani jen nad pod pro při než',
  da: 'den der det for fra med når som til ved',
  de: 'auf aus bei das dem den der des die ein eine einem einen einer für mit nach und vom von vor zum zur',
  el: 'από για και μας μια σας στα στη στην στις στο στον στους τα τη την της τις του τον των',
  en: 'and any are but can for from has his its nor not our out the their this with your',
  es: 'con del desde las los más mis por que sin sus tus una unos',
  fr: 'aux avec chez dans des les leur mes nos par pour que sans ses son sous sur tes ton une vos votre',
  hr: 'ali bez iza ili kod nad niz pod pri sve uz',
  it: 'agli alla alle con dai dal dalla dei del della delle gli nei nel nella per più sei sul sulla tra una',
  mk: 'без вашите вашиот или кај кон низ при сте што',
  nl: 'aan bij een het met naar ons ook uit van voor',
  no: 'den det for fra med når som til ved',
  pl: 'bez dla lub nad nie pod przy tak też',
  pt: 'aos com das desde dos mais nas nos para pela pelo por que sem seu sua uma',
  ro: 'cea cei cel cele din fără mai nici pentru prin sau spre sub',
  ru: 'без для или как над наш ваш под при про',
  sr: 'ali bez iza ili kod nad niz pod pri sve без или иза код над под при све',
  sv: 'den det ett för från hos med när som till vid',
  tr: 'bir her çok',
  uk: 'без від для або над наш ваш під при про що',
};

const tables: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(longer).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Matches words of a writing system with spaces, without punctuation after them. */
const plainWord =
  /^\p{P}*([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}’']+)$/u;
/** Maximum number of letters of a word that leans on the next one in every language. */
const shortMax = 2;

/** Reports whether a line should not end after a word, such as an article or a preposition. */
export function leansOnNext(word: string, language: string): boolean {
  const [, letters] = plainWord.exec(word) ?? [];
  if (letters === undefined) return false;
  if (letterCount(letters) <= shortMax) return true;
  return tables.get(new Intl.Locale(language).language)?.has(letters.toLowerCase()) === true;
}

/** Words before a price that say that there are higher ones, in the languages of the table and in Arabic. */
const priceLeads: ReadonlySet<string> = new Set(
  'ab at da de depuis desde dès från fra from od vanaf από від от من'.split(' '),
);

/** Reports whether a text ends with a word that leads to a price after it: `Three seats from`. */
export const leadsToPrice = (text: string): boolean => priceLeads.has(text.split(/\s+/u).at(-1)?.toLowerCase() ?? '');
