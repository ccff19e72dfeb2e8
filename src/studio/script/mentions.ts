/** Reports whether a text contains a word, also in another form: `repair` contains `repairs`. */
export function mentions(text: string, word: string): boolean {
  const stem = word.length >= 6 ? word.slice(0, Math.max(5, word.length - 3)) : word;
  return text.toLocaleLowerCase().includes(stem);
}
