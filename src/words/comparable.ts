/** Returns a text in the form in which it is compared with templates: in lower case and without accents. */
export const comparable = (text: string): string =>
  unaccented(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[’‘`´]/gu, "'"),
  );

/** Many people type Latin letters without accents, and Arabic letters without hamza and vowels. */
export const unaccented = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Arabic}])\p{M}+/gu, '')
    .normalize('NFC');
