import { isWord } from '../../words/word-sets.ts';

/** Abbreviations with vowels that are read letter by letter although they have more than three letters. */
const spelled = new Set(['OLED', 'ASAP', 'IPTV']);

/** Reports whether a word in capitals is read as a word. */
const isShouted = (word: string): boolean =>
  isWord('english', 'read-capitals', word.toLowerCase()) || (word.length > 3 && /[AEIOUY]/.test(word));

/** Returns the letters of a word apart. `ay` is the letter A, which eSpeak NG would read as the article. */
const letters = (word: string): string => Array.from(word, (letter) => (letter === 'A' ? 'ay' : letter)).join(' ');

/**
 * Rewrites capitals so that the voice speaks them as a person would. An abbreviation is spelled: `USB` becomes `U S B`.
 * A word in capitals is spoken: `SALE` becomes `sale`. A joined name is divided: `SolarFlex` becomes `Solar Flex`.
 */
export function withNamesSpoken(text: string): string {
  return text
    .replace(capitals, (...[, word = '', plural = '', hyphen = '']: string[]) =>
      isShouted(word) && !spelled.has(word)
        ? `${word.toLowerCase()}${plural}${hyphen}`
        : `${letters(word)}${plural}${hyphen === '' ? '' : ' '}`,
    )
    .replace(/(?<=\p{Ll})(?<!\bMc)(?<!\bMac)(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
}

/** Two capital letters or more, with the `s` of a plural and the hyphen of a compound. */
const capitals = /(?<![\p{L}\d])(\p{Lu}{2,})(s?)(?![\p{L}\d])(-(?=\p{L}))?/gu;

const endings = 'com|org|net|io|co|shop|store|app|dev|ai|us|uk|eu';
/** Endings of two letters that are read as a word. */
const readEndings = ['co', 'io'];
const host = new RegExp(String.raw`\b(?:https?:\/\/)?(?:www\.)?([\p{L}\d-]+(?:\.[\p{L}\d-]+)*)\.(${endings})\b`, 'giu');

/** Replaces addresses of websites by words: `www.shop.com` becomes `shop dot com`. */
export const withHostsSpoken = (text: string): string =>
  text.replace(host, (_, name: string, ending: string) => {
    const isSpelled = ending.length === 2 && !readEndings.includes(ending.toLowerCase());
    return `${name.replaceAll('.', ' dot ')} dot ${isSpelled ? letters(ending.toUpperCase()) : ending}`;
  });
