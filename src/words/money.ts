const sign = String.raw`(?:(?:[A-Z]{1,3})?\p{Sc}|EUR|USD|GBP|CHF|PLN|JPY|CNY|zł|kr|Kč|Ft|lei|円|元)`;
const figure = String.raw`\p{Nd}[\p{Nd}.,\u00a0\u202f]*(?:[-–]|,[-–])?`;
const amount = new RegExp(String.raw`(?:${sign}\s?${figure}|${figure}\s?${sign})`, 'u');

/** Reports whether a text states an amount of money. */
export const hasMoney = (text: string): boolean => amount.test(text);

/** Returns the first amount of money in a text, and its place; undefined for none. */
export function firstAmount(text: string): { amount: string; start: number; end: number } | undefined {
  const match = amount.exec(text);
  if (match === null) return undefined;
  const trimmed = match[0].replace(/[.,\s]+$/u, '');
  return { amount: trimmed, start: match.index, end: match.index + trimmed.length };
}

/** Returns the number of amounts of money in a text. */
export const amountsIn = (text: string): number => [...text.matchAll(new RegExp(amount.source, 'gu'))].length;
