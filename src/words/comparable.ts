/**
 * Returns a text in the form in which it is compared with templates: in lower case and without accents. NFKC would split
 * the acute accent `´` into a space and an accent, so apostrophes are replaced before.
 */
export const comparable = (text: string): string =>
  unaccented(
    text
      .replace(/[’‘`´]/gu, "'")
      .normalize('NFKC')
      .toLowerCase(),
  );

/**
 * Removes accents of Latin letters, and hamza and vowel marks of Arabic letters, because many people type the letters
 * without them. Polish `ł` becomes `l`, and German `ß` becomes `ss`.
 */
export const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Arabic}])\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss');
