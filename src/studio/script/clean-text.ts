import { decodeHTML } from 'entities';
import { address } from '../../words/address.ts';
import { visible } from '../text/visible.ts';

const blockTag = /<(?:br|hr)\s*\/?>|<\/?(?:p|li|ul|ol|div|h[1-6]|tr|table|section|article|header|footer)\b[^>]*>/giu;
const hiddenElement = /<(script|style|template|noscript)\b[^>]*>[\s\S]*?<\/\1\s*>/giu;
const tag = /<\/?[a-z][^<>]*>|<!--[\s\S]*?-->/giu;
const emoji =
  /(?![\d#*©®™])[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u{fe0f}\u{20e3}\u{e0020}-\u{e007f}★☆✓✔✕✖✗✘➤►▶→←↑↓■□◆◇●○]/gu;
/** Matches the joiners of emoji. Other joiners are parts of words, as in Hindi. */
const emojiJoiner = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}(?=\p{Extended_Pictographic})/gu;
const marks = /[™®©℠]/gu;
const bullet = /^\s*(?:[•‣▪●·*–—+-]|\d{1,2}[.)])\s+/u;

/**
 * Returns the lines of a text without HTML, Markdown, emoji, bullets, trademark signs and invisible characters. A block
 * element of HTML is a line. Words are not changed, except that a text in capitals gets lower case.
 */
export function cleanLines(text: string, names: readonly string[] = []): string[] {
  const bare = text.replace(hiddenElement, ' ').replace(blockTag, '\n').replace(tag, '');
  return decodeHTML(bare)
    .replace(/\[([^\]\n]+)\]\([^)\s]+\)/gu, '$1')
    .split(/[\r\n\u2028\u2029]+|\s+[•‣▪●]\s+/u)
    .map((line) => cleanLine(line.replace(bullet, '').replace(/^#{1,6}\s+/u, '')))
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .map((line) => (isShouted(line) ? calm(line, names) : line));
}

/** Returns the text as a single line, without emoji, Markdown emphasis, trademark signs and invisible characters. */
export function cleanLine(text: string): string {
  return visible(text)
    .replace(emojiJoiner, '')
    .replace(emoji, ' ')
    .replace(marks, '')
    .replace(/(\*\*|__|`)(?=\S)|(?<=\S)(\*\*|__|`)/gu, '')
    .replace(/([!?])[!?]+/gu, '$1')
    .replace(/\.{4,}/gu, '…')
    .replace(/\s+/gu, ' ')
    .replace(/ ([.,;:!?])(?=\s|$)/gu, '$1')
    .replace(/^[\s,;:.–—-]+/u, '')
    .trim();
}

/** Returns a text as it is spoken: without addresses, hashtags, brackets, emoji, footnote marks and quotation marks. */
export function spoken(text: string): string {
  return cleanLine(
    text
      .replace(address, '')
      .replace(/[([][^()[\]]*[)\]]/gu, '')
      .replace(/#(?=\p{L})/gu, '')
      .replace(/[*†‡§|~^_]+/gu, ' ')
      .replace(/[“”„«»"]/gu, '')
      .replace(/\s*&\s*/gu, ' & '),
  );
}

/** Returns a name as it is spoken. A voice spells a word in capitals, so `BORAX` becomes `Borax`; `BX-18` and `LED` stay. */
export function spokenName(name: string): string {
  return name.replace(/(?<![\p{L}\d-])\p{Lu}{4,}(?![\p{L}\d])/gu, (word) =>
    /[AEIOUY]/u.test(word) && !acronyms.test(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word,
  );
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');

/** Reports whether a line is written in capitals throughout. A short word, such as an abbreviation, is not. */
export function isShouted(line: string): boolean {
  const letters = lettersOf(line).replace(/[^\p{Lu}\p{Ll}]/gu, '');
  return letters.length >= 8 && letters.replace(/\p{Lu}/gu, '').length / letters.length < 0.15 && line.includes(' ');
}

const acronyms =
  /^(?:LED|USB(-C)?|HEPA|BPA|UV|TV|PC|AI|API|GPS|NFC|HDMI|OLED|LCD|SPF|CBD|DNA|EU|USA?|UK|VIP|DIY|RGB|SSD|RAM|CPU|GPU|PVC|EVA|TPU|PFAS|GOTS|ISO|SUV|HD|4K|8K|WIFI|VR|3D)[.,:;!?]?$/u;
const units: Record<string, string> = { MM: 'mm', CM: 'cm', KG: 'kg', ML: 'ml', KM: 'km', NM: 'Nm', MIN: 'min' };

function calm(line: string, names: readonly string[]): string {
  const words = line.split(' ').map((word) => {
    const bare = word.replace(/[.,:;!?]+$/u, '');
    if (acronyms.test(word) || /\d/u.test(word)) return word;
    return units[bare] === undefined ? word.toLocaleLowerCase() : word.replace(bare, units[bare]);
  });
  const sentence = words
    .join(' ')
    .replace(/(^|[.!?]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase());
  return names.reduce((so, name) => withName(so, name), sentence);
}

function withName(line: string, name: string): string {
  const at = line.toLocaleLowerCase().indexOf(name.toLocaleLowerCase());
  return at < 0 || name === '' ? line : line.slice(0, at) + name + line.slice(at + name.length);
}
