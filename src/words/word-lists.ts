import { readdirSync, readFileSync } from 'node:fs';

/**
 * Lists of words and phrases, each a folder of `phrases` with a text file for each language and one entry a line. `*`
 * stands for any text, `#` for a number. Case, accents and punctuation do not count.
 */
export const wordLists = {
  /** Words for buying, ordering and booking: a button with one of them sells. A final `*` stands for any ending. */
  'selling-words': 'word',
  /** Words for looking, finding and asking: a button with one of them leads to the offer. */
  'leading-words': 'word',
  /**
   * Texts of buttons that lead to a page about the maker, its news or its jobs. An ad prints one only if the page has
   * no button that leads to the offer.
   */
  'aside-calls': 'phrase',
  /**
   * Texts of buttons that put a product into the shopping bag. They are the main button of a product page, but an ad
   * does not print them, because they make no sense outside the page. It prints the customary call of their language.
   */
  'bag-buttons': 'phrase',
  /**
   * Call by which shops of a language customarily ask to buy. An ad prints it for a button that fills the bag, because it
   * asks for the same act. A language with two spellings has one call for each.
   */
  'customary-calls': 'phrase',
  /** Calls to action that do not say what they lead to. They suit a button, but not a headline. */
  'bare-calls': 'phrase',
  /** Texts of buttons that ask visitors to get in touch. As a headline, each of them is the title of a page. */
  'contact-calls': 'phrase',
  /**
   * Texts of buttons that operate the page: bag, login, cookies, search, menus, lists. An ad does not print them,
   * because they make no sense outside the page.
   */
  buttons: 'phrase',
  /** Labels of forms, and the options that they offer. */
  labels: 'phrase',
  /** Notices about reviews, stock, delivery, cookies and errors. */
  notices: 'phrase',
  /** Beginnings of questions that a page answers for its visitors, such as in a FAQ. */
  questions: 'phrase',
  /** Titles of pages, lists and sections: navigation, footers, and headings that name a part of the page. */
  titles: 'phrase',
  /**
   * Words that a complete text does not end with: articles, conjunctions, and prepositions that always have a noun after
   * them.
   */
  'open-endings': 'word',
  /** Words that begin a part of a sentence, or a sentence that refers to the one before it. */
  'open-beginnings': 'word',
} as const;
export type WordListName = keyof typeof wordLists;

/**
 * Lists for texts of clients and brands. Each line is `label: template`, and a language needs no file. A template is
 * compared with a text as `comparable` returns it, in which the caller has replaced each run of white space by one space:
 * on long runs of spaces, a chain such as `[* ][* ]` would take polynomial time. A template may have marks:
 *
 * - `[a|b]` for an optional part, `(a|b)` for alternatives, `<label>` for any template of a label of the same file;
 * - `#` for a number in digits or words, `€` for the sign of any currency, `*` for any letters of a word;
 * - `^` and `$` for the ends of the text;
 * - `{a}` at the start or the end for what comes before or after the phrase, `{!a}` for what must not come after it;
 * - `-` at the end of the beginning of a word.
 */
export const labelledLists = [
  /** Numbers from 1 to 10. The label is the value. */
  'numbers',
  /** Elements and times of a film, and the words around them in a wish. */
  'film-wishes',
  /** Looks, colours, sizes and parts of an ad that a creative direction asks for, and the words around them. */
  'directions',
  /** Phrases that limit a price: before it, after it, and anywhere in the text. */
  'price-limits',
  /** Beginnings and words of clauses of a creative direction. */
  'film-directions',
  /** Words by which statements about a product are judged: praise, evidence, a notice. */
  'film-statements',
  /** Words of a direction that ask for a topic, and words of a description that are about it. */
  'topics-asked',
  'topics-stated',
  /**
   * Calls to action for a film whose request and page have none. They are reviewed short forms that shops and services
   * of the language use on buttons; none claims anything.
   */
  'film-calls',
  /** Words that suggest a tone. */
  'tones',
  /** Words of pages that say nothing: filler text, titles of the home page, phrases of every ad. */
  'page-words',
  /** Titles and texts of pages that block readers, such as bot checks and logins. */
  'walls',
  /** Words of English by what they do in a sentence. */
  'english',
  /** Words that begin or end a phrase. */
  'phrase-words',
  /**
   * Words that claim something about a product, by kind of claim. `courtesy`: words that are written with a capital letter
   * and are no names.
   */
  'claims',
  /**
   * Words of numbers that `numbers` does not have, and of units. They are compared with texts of their own language only,
   * because many mean something else in another language. The label is the value of a number, the sign of a currency,
   * `%`, `counter` for what follows a number in Chinese, Japanese and Korean, or `and` for what joins numbers.
   */
  'number-words',
] as const;
export type LabelledListName = (typeof labelledLists)[number];

/** The compiled modules read the lists from the source folder. */
const folder = new URL('../../src/words/phrases/', import.meta.url);

/** Returns the entries of a list in one language. Reads the file each time. */
export function readWords(list: WordListName | LabelledListName, language: string): string[] {
  return readFileSync(new URL(`${list}/${language}.txt`, folder), 'utf8')
    .trimEnd()
    .split('\n');
}

/** Returns the languages of a list, sorted. Their order decides between templates of the same length. */
export const languagesOf = (list: WordListName | LabelledListName): string[] =>
  readdirSync(new URL(`${list}/`, folder))
    .flatMap((name) => (name.endsWith('.txt') ? [name.slice(0, -4)] : []))
    .toSorted();

/** Returns the templates of a list in one language, by their label. Reads the file each time. */
export function readTemplates(list: LabelledListName, language: string): ReadonlyMap<string, string[]> {
  const byLabel = Map.groupBy(readWords(list, language), (line) => line.split(': ', 1)[0] ?? '');
  return new Map([...byLabel].map(([label, lines]) => [label, lines.map((line) => line.slice(label.length + 2))]));
}
