import { hasMoney } from '../../words/money.ts';
import { qualifiedPrice } from '../../words/qualified-price.ts';
import type { Copy } from '../brief.ts';

/** Line of a list: what it is about, and the price or number at its end; `''` for none. */
export interface Row {
  label: string;
  value: string;
}

/** Text of an ad that is a list, such as a menu or the facts of a house. */
export interface List {
  role: 'subheadline' | 'offer';
  rows: readonly Row[];
}

const rowsMax = 12;
const charactersMax = 64;
/** Minimum share of the rows that state a price, if prices are set apart from the labels. */
const pricedMin = 0.6;

/** Returns the text of a copy that is a list, with its rows; null if none is. */
export function listIn(copy: Pick<Copy, 'subheadline' | 'offer'>): List | null {
  for (const role of ['subheadline', 'offer'] as const) {
    const rows = rowsOf(copy[role]);
    if (rows.length > 0) return { role, rows };
  }
  return null;
}

/**
 * Returns the rows of a text that is a list: two or more lines, or items between ` · `, ` | `, ` • ` or `;`. Two items on
 * one line count only if both state a price, three or more also without prices if they are short. Returns `[]` for any
 * other text.
 */
export function rowsOf(text: string): Row[] {
  const lines = itemsOf(text, /[\n\v\f\r]+/u);
  const items = lines.length > 1 ? lines : itemsOnLine(text);
  if (items.length < 2 || items.length > rowsMax || items.some((item) => item.length > charactersMax)) return [];
  return aligned(items);
}

function itemsOnLine(text: string): string[] {
  const items = itemsOf(text, separator);
  if (items.length > 1) return items.every(hasMoney) || isShortList(items) ? items : [];
  const measures = itemsOf(text.replace(/[.。]$/u, ''), /[,،、]\s+|、/u);
  return measures.length > 1 && measures.some(isArea) && isShortList([...measures, '']) ? measures : [];
}

/** Reports whether a text states the area of a house or of land. */
export const isArea = (text: string): boolean => areaUnit.test(text);

const areaUnit =
  /\p{Nd}\s?(?:(?:m²|m2|㎡|ft²|ha|坪|평|м²|кв\.?\s?м|م²|متر|ตร\.?\s?ม|acres?|sq\.?\s?(?:ft|m))(?!\p{L}))/iu;

const separator = /\s+[·|•]\s+|[;；؛]\s+|；/u;
const shortMax = 32;

const isShortList = (items: readonly string[]): boolean =>
  items.length > 2 && items.every((item) => item.length <= shortMax && !/[.!?。]$/u.test(item));

const itemsOf = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((item) => item.replace(/^[\s\-–*•·✓✔]+/u, '').trim())
    .filter((item) => item !== '');

/** Returns items as rows, with their prices apart if most of them have one. */
function aligned(items: readonly string[]): Row[] {
  const whole = items.map((label) => ({ label, value: '' }));
  const ways = [priced, numbered].map((way) => items.map((item) => way(item) ?? { label: item, value: '' }));
  return ways.find((rows) => rows.filter(({ value }) => value !== '').length >= pricedMin * items.length) ?? whole;
}

/** Returns a text that begins or ends with a price, together with what limits it, as a row; null for any other text. */
export function priced(text: string): Row | null {
  const value = qualifiedPrice(text);
  if (value === null) return null;
  const before = text.endsWith(value) ? text.slice(0, -value.length) : null;
  const after = before === null && text.startsWith(value) ? text.slice(value.length) : null;
  const label = trimmed(before ?? after ?? '');
  return label === '' ? null : { label, value };
}

const number = /^(.*\D)\s((?:\p{Sc}\s?)?\p{Nd}[\p{Nd}.,:]*(?:\s?[^\s\p{Nd}]{1,5})?)$/u;

function numbered(text: string): Row | null {
  const [, before = '', value = ''] = number.exec(text) ?? [];
  const label = trimmed(before);
  return label === '' || value === '' ? null : { label, value };
}

const trimmed = (text: string): string => text.replace(/^[\s,،、，.:;–—·…|_-]+|[\s,،、，.:;–—·…|_-]+$/gu, '');

/** Returns a list on one line. A price stays on the line of the word before it. */
export const onOneLine = ({ rows }: List): string =>
  rows.map(({ label, value }) => (value === '' ? label : `${label}\u00a0${value}`)).join(' · ');
