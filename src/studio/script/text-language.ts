import { canBeIn } from '../copy/copy-language.ts';

/** Frequent short words of languages in Latin letters. A word that several languages share counts for each of them. */
const functionWords: Record<string, string> = {
  en: 'the and of to a in is it for with your you that on are from by this our we at as can be an no or all its not have has will without every made',
  de: 'der die das und ist mit für ein eine einen einem einer von zu den dem im in auf nicht sich auch es sie wir ihr ihre aus bei oder nur wird sind ohne jetzt bis zum zur',
  fr: 'le la les de des du un une et est pour avec dans sur votre vos nous vous ne pas au aux en qui que par sans plus ou ce cette son sa ses il elle même dès',
  es: 'el la los las de del un una y es para con en tu su sus por sin más que no al se lo como o desde hasta cada nuestro nuestra',
  it: 'il lo la gli le di del della un una e è per con in tuo tua sono che non si da dal nel senza più ogni al alla i ai',
  pt: 'o os a as de do da dos das um uma e é para com em seu sua por sem mais que não ao na no nos cada até',
  nl: 'de het een en van voor met in is op je jouw niet aan te zijn uit bij of ook zonder door naar elke',
  sv: 'och att det som en ett är för med på av till den din du inte utan från i vi',
  da: 'og at det som en et er for med på af til den din du ikke uden fra i vi',
  nb: 'og å det som en et er for med på av til den din du ikke uten fra i vi',
  pl: 'i w na z do nie jest dla się to od po jak bez każdy przez ze oraz',
  tr: 've bir bu için ile da de daha en her çok olarak gibi',
  fi: 'ja on ei se että joka kun mutta myös ilman sekä tai niin',
  cs: 'a v na se je s z do pro to bez ale jako každý od i',
};
const marks: Record<string, RegExp> = {
  de: /[äöüß]/iu,
  fr: /[àâçèêëîïôùûœ]|\b[ldjnsc]['’](?=\p{L})/iu,
  es: /[ñ¿¡áíóú]/iu,
  it: /[àèìòù]/iu,
  pt: /[ãõçâêô]/iu,
  sv: /[åäö]/iu,
  da: /[æøå]/iu,
  nb: /[æøå]/iu,
  pl: /[ąćęłńśźż]/iu,
  tr: /[ığşçö]/iu,
  fi: /[äö]/iu,
  cs: /[ěščřžýů]/iu,
};

const byWords = Object.entries(functionWords).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}));

/** Scripts that one language mainly uses, for texts that no Latin language fits. */
const byScript: [letters: RegExp, language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
];

/**
 * Returns the language that a text is most likely written in, `null` if the text is too short to decide. `expected` is
 * returned if the text may well be in it: in another writing system always by the letters, in Latin letters by frequent
 * words.
 */
export function textLanguage(text: string, expected: string): string | null {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return null;
  const other = byScript.find(
    ([script]) => letters.filter((letter) => script.test(letter)).length * 2 >= letters.length,
  );
  if (other !== undefined) return isWrittenAs(expected, text) ? baseOf(expected) : japaneseOr(other[1], text);
  return latinLanguage(text, baseOf(expected));
}

/** Returns the language of a BCP-47 tag without script and region: `zh` for `zh-Hant-TW`. */
export const baseOf = (tag: string): string => (tag.split('-')[0] ?? tag).toLowerCase();

const isWrittenAs = (expected: string, text: string): boolean =>
  canBeIn(expected, text) && new Intl.Locale(expected).maximize().script !== 'Latn';

const japaneseOr = (language: string, text: string): string =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'ja' : language;

function latinLanguage(text: string, expected: string): string | null {
  const words = text.toLocaleLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = byWords
    .map(({ language, words: known }) => ({
      language,
      score:
        words.filter((word) => known.has(word)).length / Math.max(4, words.length) +
        (marks[language]?.test(text) === true ? 0.15 : 0),
    }))
    .toSorted((a, b) => b.score - a.score);
  const top = scores[0];
  if (top === undefined || top.score < 0.1) return null;
  const own = scores.find(({ language }) => language === expected);
  return own !== undefined && own.score >= top.score * 0.7 ? expected : top.language;
}
