/** Returns the English article, `a` or `an`, for the word that follows. */
export function indefinite(next: string): 'a' | 'an' {
  const word = next.toLowerCase();
  if (/^(?:8|11|18)(?!\d)|^80|^8\d\b|^8[.,-]/u.test(word)) return 'an';
  if (/^(?:hour|honest|heir|honou?r)/u.test(word)) return 'an';
  if (/^[FHLMNRSX](?:[A-Z0-9-]|$)/u.test(next) && /^[A-Z0-9-]+$/u.test(next.split(/\s/u)[0] ?? '')) return 'an';
  // Abbreviations that begin with the name of the letter U.
  if (/^U(?:VA|I|[B-DF-HJ-NP-TV-Z0-9]+)(?![A-Za-z])/u.test(next)) return 'a';
  if (/^(?:uni(?!n|m(?!od)|dent)|use|usb|euro|one\b|once|ubiq|uti)/u.test(word)) return 'a';
  return /^[aeiou]/u.test(word) ? 'an' : 'a';
}
